// The weighted vote: switch the words of an email on and off, give each of them a weight, and let the weights learn.
import { button, choice, row, slider } from "../drawing/controls.js";
import { brief, counted, html, pattern, put, signed, svg, write } from "../drawing/elements.js";
import { figure, stateOf } from "../drawing/figure.js";
import { ticks } from "../drawing/plane.js";
import { predict, right, score, signedRows, threshold, votes } from "../mathematics/halfspaces.js";

const QUESTION = "Email 1 is spam. Which one word must its writer leave out to get through?";
const BRIEF = "Let the machine learn until all four emails are right.";
const HELP =
  "Tab goes from one control to the next. The space bar switches a word on or off, or loads an email; the arrow keys " +
  "move a slider.";
const shared = ["words", "w", "b", "lessons"];
const GLIDE = 400; // milliseconds

function render({ model, el }) {
  const state = stateOf(model);
  const { get } = state;
  const kind = (y) => get("classes")[y > 0 ? 1 : 0];
  const small = get("brief");
  const [controls, chart] = [small ? voterNames(state, kind) : voterControls(state), voteChart(get("names"), kind)];
  const about = { class: "live-votes", role: "group", "aria-label": "Words, weights and votes" };
  const voters = html("div", about, ...controls.elements, chart.element);
  const lesson = lessonButtons(state);
  const emails = emailTable(state, kind);
  const machine = machineChoice(state);
  const theta = html("output");
  let now = follow(get);
  const glide = glider((weights, moving) => {
    controls.draw(now, weights, moving);
    chart.draw(now, weights);
  });

  const close = figure(model, el, {
    question: small ? BRIEF : QUESTION,
    goals: goals(() => now),
    shared,
    parts: small
      ? [html("div", {}, voters, lesson.row)]
      : [html("div", {}, row(machine, theta), voters, lesson.row), emails.element],
    brief: small,
    help: HELP,
    draw() {
      now = follow(get);
      glide.to(now.weights);
      lesson.permit(now);
      emails.draw(now);
      machine.draw();
      write(theta, now.w.every((weight) => weight === 1) ? `threshold θ = ${brief(threshold(now.b))}` : "");
      return report(now, kind, small);
    },
  });
  return () => {
    glide.stop();
    close();
  };
}

// Lets the padded weights go to new values. A slider moves one of them, at once; where several move, they glide.
function glider(paint) {
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  let [shown, due] = [null, 0];
  return {
    stop: () => cancelAnimationFrame(due),
    to(weights) {
      cancelAnimationFrame(due);
      const from = shown ?? weights;
      const smooth = !calm.matches && weights.filter((value, j) => value !== from[j]).length > 1;
      const go = (began) => (time) => {
        const left = smooth ? Math.max(0, 1 - (time - began) / GLIDE) : 0; // of the way
        shown = weights.map((value, j) => value + left * (from[j] - value));
        if (left) due = requestAnimationFrame(go(began));
        paint(shown, left > 0);
      };
      if (smooth) due = requestAnimationFrame((time) => go(time)(time));
      else go(0)(0);
    },
  };
}

const same = (u, v) => u.length === v.length && u.every((value, j) => value === v[j]);
const plus = (value) => (value > 0 ? `+${brief(value)}` : brief(value));

// All that follows from the state: the score and the verdict, what is said of the votes; of each email its score and
// whether it is right; which email is shown (-1 for none of them), and what an update at each would add.
function follow(get) {
  const [x, w, b, names, labels] = [get("words"), get("w"), get("b"), get("names"), get("labels")];
  const cast = votes(w, x);
  const voices = names.flatMap((name, j) => (x[j] ? [`${name} ${plus(cast[j])}`] : []));
  const emails = get("emails").map((words, i) => ({
    words,
    label: labels[i],
    present: same(words, x),
    score: score(w, b, words),
    right: right(w, b, words, labels[i]),
  }));
  const said = [...voices, `bias ${plus(b)}`].join(", ");
  const steps = signedRows(get("emails"), labels); // y (x, 1)
  const lessons = get("lessons").filter((i) => emails[i]);
  return {
    ...{ x, w, b, said, emails, steps, lessons },
    weights: [...w, b],
    at: emails.findIndex(({ present }) => present),
    sum: score(w, b, x),
    verdict: predict(w, b, x),
    count: emails.filter(({ right }) => right).length,
  };
}

// *Learn* makes the update of the perceptron: y (x, 1) is added to (w, b). Only a mistake teaches.
function lessonButtons({ get, set }) {
  const learn = button("Learn from this email", () => {
    const { weights, steps, lessons, at } = follow(get);
    const learned = weights.map((value, j) => value + steps[at][j]);
    set({ w: learned.slice(0, -1), b: learned.at(-1), lessons: [...lessons, at] });
  });
  const next = button("Next email", () => {
    const { emails, at } = follow(get);
    set({ words: [...emails[(at + 1) % emails.length].words] });
  });
  return {
    row: row(learn, next),
    permit: ({ emails, at }) => (learn.disabled = at < 0 || emails[at].right),
  };
}

// A row for each voter: a box to tick and the slider of its weight; there is a bar beside it. Then score and verdict.
function voterControls({ get, set }) {
  const toggle = (j) => set({ words: get("words").with(j, get("words")[j] ? 0 : 1) });
  const boxes = get("names").map((_, j) => html("input", { type: "checkbox", onchange: () => toggle(j) }));
  let shown = []; // the padded weights, on their way too
  const prediction = predictionTitle();
  const step = (j) => (j < boxes.length ? 1 : 0.5);
  const sliders = [...get("names").map((name) => `weight of ${name}`), "bias"].map((name, j) => {
    const change = (value) => (j < boxes.length ? { w: get("w").with(j, value) } : { b: value });
    const limits = { min: -3, max: 3, step: step(j), shown: (value) => brief(Math.round(2 * value) / 2) };
    return slider(name, limits, { get: () => shown[j], set: (value) => set({ ...change(value), lessons: [] }) });
  });
  return {
    elements: [
      ...["word", "weight", "vote"].map((text) => html("span", { class: "live-head" }, text)),
      ...get("names").flatMap((name, j) => [html("label", {}, boxes[j], name), sliders[j]]),
      html("span", {}, "bias"),
      sliders.at(-1),
      html("strong", { class: "live-wide" }, "score, the sum"),
      prediction.element,
    ],
    draw({ x, at, emails }, weights, moving) {
      shown = weights;
      prediction.draw(emails[at]);
      boxes.forEach((box, j) => (box.checked = Boolean(x[j])));
      sliders.forEach((control, j) => control.draw({ step: moving ? "any" : step(j) }));
    },
  };
}

// The voters of the brief figure: which email it is, and its words; those that it does not contain are faint.
function voterNames({ get }, kind) {
  const title = html("strong");
  const words = get("names").map((name) => html("span", {}, name));
  const prediction = predictionTitle();
  return {
    elements: [title, ...words, ...["bias", "score"].map((text) => html("span", {}, text)), prediction.element],
    draw({ x, at, emails }) {
      write(title, at < 0 ? "" : `email ${at + 1}: ${kind(emails[at].label)}`);
      words.forEach((word, j) => put(word, "class", x[j] ? "live-chosen" : "live-faint"));
      prediction.draw(emails[at]);
    },
  };
}

// What stands beside the verdict, with the sign of a right or a wrong one where somebody knows.
function predictionTitle() {
  const sign = html("span", { "aria-hidden": "true" });
  return {
    element: html("span", { class: "live-wide" }, "prediction ", sign),
    draw(email) {
      write(sign, email ? (email.right ? "✓" : "✗") : "");
      put(sign, "class", email?.right ? "live-tick" : "live-fault");
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

  // The bars of these weights, which may be on their way; the numbers are those to which they go.
  function draw({ x, w, b, said, sum, at, steps, lessons }, weights) {
    const [near, bias] = [weights.slice(0, -1), weights.at(-1)];
    const most = Math.max(4, Math.ceil(Math.abs(sum))); // what the scale goes to
    const verdict = predict(near, bias, x);
    const taught = at >= 0 && at === lessons.at(-1) ? steps[at] : []; // what the last lesson added is outlined
    const lines = ticks([-most, most], 12).map((value) => across(value, most));
    grid.replaceChildren(...lines.map((x) => svg("line", { x1: x, x2: x, y1: 0, y2: level(rows - 1, 0) })));
    // A word that is not in the email shows the outline of the vote that it would have.
    x.forEach((word, j) => bars[j](near[j], most, word ? { note: plus(w[j]), step: taught[j] } : { look: "absent" }));
    bars.at(-2)(bias, most, { note: plus(b), step: taught.at(-1) });
    bars.at(-1)(score(near, bias, x), most, { look: "total", note: plus(sum) });
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
  const size = { y: level(k, 0.2), height: level(0.6, 0) };
  const [bar, added] = [add("rect", size), add("rect", { ...size, class: "live-lesson" })];
  const text = add("text", { y: level(k), dy: 4.5, class: "live-note" });
  const lay = (rect, from, to, most) => {
    put(rect, "x", across(Math.min(from, to), most));
    put(rect, "width", `${(37 * Math.abs(to - from)) / most}%`);
  };
  return (value, most, { look = "", note = "", step = 0 }) => {
    lay(bar, 0, value, most);
    put(bar, "class", `live-bar ${value > 0 ? "plus" : "minus"} ${look}`);
    put(bar, "style", value < 0 && look !== "absent" ? `fill: url(#${hatch})` : null);
    lay(added, value - step, value, most);
    const far = Math.abs(value - step) > Math.abs(value) ? value - step : value;
    const [side, long] = [Math.sign(far) || 1, Math.abs(far) > 6.5];
    put(text, "x", long ? (side > 0 ? "99%" : "1%") : across(far, most));
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
      if (found) set({ w: [...found.w], b: found.b, lessons: [] });
      else machine.draw();
    },
  });
  return machine;
}

// What the figure asks the reader to try.
const goals = (now) => [
  {
    say: "One word less, and email 1 gets through.",
    hint: "Untick each of its words in turn, and tick it again.",
    reached() {
      const { emails, x, verdict } = now();
      const [{ words, right }] = emails;
      const less = words.reduce((count, word, j) => count + (word ? 1 - x[j] : x[j] ? Infinity : 0), 0);
      return less === 1 && right && verdict < 0;
    },
    state: { words: [1, 0, 0, 1, 1], w: [0, 2, 0, -1, 1], b: 0, lessons: [] },
  },
  {
    say: "All six are right, and no weight is beyond 1, nor is the bias.",
    hint: "Which words do you see in spam only? Three of the weights will do.",
    reached: () => done(now()) && now().weights.every((value) => Math.abs(value) <= 1),
    state: { words: [1, 1, 0, 1, 1], w: [0, 1, 0, -1, 1], b: 0, lessons: [] },
  },
  {
    say: "From nothing learned yet, three emails teach the machine to get all six right.",
    hint: "Begin with email 5. One of the three is a mistake twice.",
    reached() {
      const { lessons, steps, weights } = now();
      const start = lessons.reduce((v, i) => v.map((value, j) => value - steps[i][j]), weights);
      return done(now()) && new Set(lessons).size <= 3 && !start.some(Boolean);
    },
    state: { words: [0, 0, 1, 1, 0], w: [1, 1, 0, -2, 1], b: 0, lessons: [4, 1, 2, 1] },
  },
];

const done = ({ emails, count }) => count === emails.length;

// What is said of the votes, of the email that is shown, of all of them, and of the lessons so far; less if the figure
// is `small`.
function report({ said, sum, verdict, at, emails, lessons, count }, kind, small) {
  const after = lessons.length ? `, after ${counted(lessons.length, "update")}` : "";
  const all = `${count} of ${emails.length} emails are right${after}.`;
  const { label, right } = emails[at] ?? {};
  if (small) return `${count === emails.length ? "Learned" : right ? "Right" : "A mistake"}: ${all}`;
  const lesson = right ? "right, so there is nothing to learn" : "a mistake to learn from";
  return [
    `Votes: ${said}; score ${plus(sum)}, prediction ${signed(verdict)}, ${kind(verdict)}.`,
    at < 0 ? "None of the emails: nobody says what it is." : `Email ${at + 1} is ${kind(label)}: ${lesson}.`,
    all,
  ].join(" ");
}

export default { render, shared, lists: ["lessons"] };
