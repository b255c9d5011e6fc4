// The weighted vote: switch the words of an email on and off, and give each of them a weight.
import { button, choice, row, slider } from "../drawing/controls.js";
import { brief, html, pattern, put, signed, svg, write } from "../drawing/elements.js";
import { figure, stateOf } from "../drawing/figure.js";
import { ticks } from "../drawing/plane.js";
import { predict, right, score, threshold, votes } from "../mathematics/halfspaces.js";

const QUESTION =
  "Email 1 is spam. Which one word must its writer leave out to get through? " +
  "Then find other weights that get all six emails right.";
const shared = ["words", "w", "b"];

function render({ model, el }) {
  const state = stateOf(model);
  const { get } = state;
  const kind = (y) => get("classes")[y > 0 ? 1 : 0];
  const [controls, chart] = [voterControls(state), voteChart(get("names"), kind)];
  const about = { class: "live-votes", role: "group", "aria-label": "Words, weights and votes" };
  const voters = html("div", about, ...controls.elements, chart.element);
  const emails = emailTable(state, kind);
  const machine = machineChoice(state);
  const theta = html("output");

  return figure(model, el, {
    question: QUESTION,
    shared,
    parts: [voters, emails.element, row(machine, theta)],
    help:
      "Tab goes from one control to the next. The space bar switches a word on or off, or loads an email; the " +
      "arrow keys move a slider.",
    draw() {
      const now = follow(get);
      controls.draw(now);
      chart.draw(now);
      emails.draw(now);
      machine.draw();
      write(theta, now.w.every((weight) => weight === 1) ? `threshold θ = ${brief(threshold(now.b))}` : "");
      return report(now, kind);
    },
  });
}

const same = (u, v) => u.length === v.length && u.every((value, j) => value === v[j]);
const plus = (value) => (value > 0 ? `+${brief(value)}` : brief(value));

// All that follows from the state: the vote of each word, the score and the verdict, what is said of them, and of each
// email its score and whether it is right.
function follow(get) {
  const [x, w, b, names] = [get("words"), get("w"), get("b"), get("names")];
  const cast = votes(w, x);
  const voices = names.flatMap((name, j) => (x[j] ? [`${name} ${plus(cast[j])}`] : []));
  const emails = get("emails").map((email, i) => ({
    label: get("labels")[i],
    present: same(email, x),
    score: score(w, b, email),
    right: right(w, b, email, get("labels")[i]),
  }));
  const said = [...voices, `bias ${plus(b)}`].join(", ");
  return { x, w, b, cast, said, sum: score(w, b, x), verdict: predict(w, b, x), emails };
}

// A row for each voter: a box to tick and the slider of its weight; there is a bar beside it. Then score and verdict.
function voterControls({ get, set, bound }) {
  const toggle = (j) => set({ words: get("words").with(j, get("words")[j] ? 0 : 1) });
  const boxes = get("names").map((_, j) => html("input", { type: "checkbox", onchange: () => toggle(j) }));
  const limits = { min: -3, max: 3, step: 1 };
  const weights = get("names").map((name, j) =>
    slider(`weight of ${name}`, limits, { get: () => get("w")[j], set: (v) => set({ w: get("w").with(j, v) }) }),
  );
  const bias = slider("bias", { ...limits, step: 0.5 }, bound("b"));
  return {
    elements: [
      ...["word", "weight", "vote"].map((text) => html("span", { class: "live-head" }, text)),
      ...get("names").flatMap((name, j) => [html("label", {}, boxes[j], name), weights[j]]),
      html("span", {}, "bias"),
      bias,
      html("strong", { class: "live-wide" }, "score, the sum"),
      html("span", { class: "live-wide" }, "prediction"),
    ],
    draw({ x }) {
      boxes.forEach((box, j) => (box.checked = Boolean(x[j])));
      for (const control of [...weights, bias]) control.draw();
    },
  };
}

let hatchings = 0; // names of patterns must differ within a page

// The bars of the votes, of the bias and of the score, and the verdict. Places are in per cent of the chart's width and
// height, so that it fits any window and any size of letters.
function voteChart(names, kind) {
  const rows = names.length + 3;
  const level = (k, part = 0.5) => `${(100 * (k + part)) / rows}%`;
  const element = svg("svg", { class: "live-plane", role: "img", style: `grid-row: 2 / span ${rows}` });
  const add = (tag, attributes, ...children) => element.appendChild(svg(tag, attributes, ...children));
  const hatch = `live-hatching-${hatchings++}`;
  const tint = svg("rect", { width: 7, height: 7, class: "live-bar minus" });
  add("defs", {}, pattern(hatch, 7, tint, svg("path", { d: "M-1 8L8 -1M-1 1L1 -1M6 8L8 6", class: "live-cut" })));
  const grid = add("g", { class: "live-axes" });
  const bars = [...names, "bias", "score"].map((_, k) => voteBar(add, level, k, hatch));
  const sides = [-1, 1].map((y) => ({
    y,
    box: add("rect", { x: y > 0 ? "51%" : "1%", width: "48%", y: level(rows - 1, 0.1), height: level(0.8, 0) }),
    text: add("text", { x: y > 0 ? "75%" : "25%", y: level(rows - 1), dy: 4.5, "text-anchor": "middle" }, kind(y)),
  }));
  add("line", { x1: "50%", x2: "50%", y1: 0, y2: level(rows - 1, 0), class: "live-zero" });
  add("line", { x1: 0, x2: "100%", y1: level(rows - 2, 0), y2: level(rows - 2, 0), class: "live-zero" });

  function draw({ x, w, b, cast, said, sum, verdict }) {
    const most = Math.max(6, Math.ceil(Math.abs(sum))); // what the scale goes to
    const at = ticks([-most, most], 12).map((value) => across(value, most));
    grid.replaceChildren(...at.map((x) => svg("line", { x1: x, x2: x, y1: 0, y2: level(rows - 1, 0) })));
    // A word that is not in the email shows the outline of the vote that it would have.
    x.forEach((word, j) => (word ? bars[j](cast[j], most) : bars[j](w[j], most, "absent", "")));
    bars.at(-2)(b, most);
    bars.at(-1)(sum, most, "total");
    for (const { y, box, text } of sides) {
      put(box, "class", y === verdict ? `live-verdict ${y > 0 ? "plus" : "minus"}` : "live-verdict off");
      put(text, "class", y === verdict ? "live-note live-chosen" : "live-note");
    }
    put(element, "aria-label", `Votes: ${said}; score ${plus(sum)}: ${kind(verdict)}`);
  }
  return { element, draw };
}

const across = (value, most) => `${50 + (37 * value) / most}%`;

// A bar from the middle of the chart, with its number at its end, or over it if the bar is long. Returns what lays it.
function voteBar(add, level, k, hatch) {
  const bar = add("rect", { y: level(k, 0.2), height: level(0.6, 0) });
  const text = add("text", { y: level(k), dy: 4.5, class: "live-note" });
  return (value, most, look = "", note = plus(value)) => {
    put(bar, "x", across(Math.min(0, value), most));
    put(bar, "width", `${(37 * Math.abs(value)) / most}%`);
    put(bar, "class", `live-bar ${value > 0 ? "plus" : "minus"} ${look}`);
    put(bar, "style", value < 0 && look !== "absent" ? `fill: url(#${hatch})` : null);
    const [side, long] = [Math.sign(value) || 1, Math.abs(value) > 6.5];
    put(text, "x", long ? (side > 0 ? "99%" : "1%") : across(value, most));
    put(text, "dx", long ? 0 : side * 5);
    put(text, "text-anchor", side > 0 === long ? "end" : "start");
    write(text, note);
  };
}

// The emails, with what the weights make of them.
function emailTable({ get, set }, kind) {
  const [emails, labels, names] = ["emails", "labels", "names"].map(get);
  const lines = emails.map((email, i) => {
    const load = button(`email ${i + 1}`, () => set({ words: [...email] }), "Load its words");
    const written = html("td", { class: "live-left" }, names.filter((_, j) => email[j]).join(" "));
    const sum = html("td");
    const [mark, result] = [html("span", { "aria-hidden": "true" }), html("span", { class: "live-word" })];
    const cells = [written, html("td", {}, kind(labels[i])), sum, html("td", {}, mark, " ", result)];
    return { load, sum, mark, result, line: html("tr", {}, html("td", {}, load), ...cells) };
  });
  const looks = { email: "", words: "live-left", is: "", score: "", result: "live-word" };
  const heads = Object.entries(looks).map(([name, look]) => html("th", { scope: "col", class: look }, name));
  const body = html("tbody", {}, ...lines.map(({ line }) => line));
  return {
    element: html("table", { class: "live-log live-emails" }, html("thead", {}, html("tr", {}, ...heads)), body),
    draw: (now) =>
      now.emails.forEach(({ present, score, right }, i) => {
        put(lines[i].load, "aria-pressed", present);
        write(lines[i].sum, plus(score));
        write(lines[i].mark, right ? "✓" : "✗");
        write(lines[i].result, right ? "right" : "mistake");
      }),
  };
}

// Weights with a name; "your own" is what the sliders make, not what can be chosen.
function machineChoice({ get, set }) {
  const machines = get("machines");
  const options = Object.fromEntries([...machines.map(({ name }) => [name, name]), ["own", "your own"]]);
  const machine = choice("machine", options, {
    get: () => machines.find(({ w, b }) => same(w, get("w")) && b === get("b"))?.name ?? "own",
    set(name) {
      const found = machines.find((other) => other.name === name);
      if (found) set({ w: [...found.w], b: found.b });
      else machine.draw();
    },
  });
  return machine;
}

function report({ said, sum, verdict, emails }, kind) {
  const i = emails.findIndex(({ present }) => present);
  const { label, right } = emails[i] ?? {};
  return [
    `Votes: ${said}; score ${plus(sum)}, prediction ${signed(verdict)}, ${kind(verdict)}.`,
    i < 0 ? "None of the six emails." : `Email ${i + 1} is ${kind(label)}: ${right ? "right" : "a mistake"}.`,
    `${emails.filter(({ right }) => right).length} of ${emails.length} emails are right.`,
  ].join(" ");
}

export default { render, shared };
