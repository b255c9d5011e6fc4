// The weighted vote: switch the words of an email on and off, and give each of them a weight.
import { brief, button, change, choice, figure, html, put, row, signed, slider, svg, ticks, write } from "./draw.js";
import { score } from "./learn.js";
import { predict, right, threshold, votes } from "./unit.js";

const QUESTION =
  "Email 1 is spam. Which one word must its writer leave out to get through? " +
  "Then find other weights that get all six emails right.";
const shared = ["words", "w", "b"];

let hatchings = 0; // names of patterns must differ within a page

function render({ model, el }) {
  const get = (name) => model.get(name);
  const [names, emails, labels, classes] = ["names", "emails", "labels", "classes"].map(get);
  const kind = (y) => classes[y > 0 ? 1 : 0];
  const plus = (value) => (value > 0 ? `+${brief(value)}` : brief(value));
  const same = (u, v) => u.length === v.length && u.every((value, j) => value === v[j]);

  // A row for each voter: a box to tick, the slider of its weight, and its bar. Then the score and the verdict.
  const boxes = names.map((name, j) => {
    const toggle = () => change(model, { words: get("words").with(j, get("words")[j] ? 0 : 1) });
    const input = html("input", { type: "checkbox", onchange: toggle });
    return { input, element: html("label", {}, input, name) };
  });
  const limits = { min: -3, max: 3, step: 1 };
  const weights = names.map((name, j) =>
    slider(
      `weight of ${name}`,
      limits,
      () => get("w")[j],
      (value) => change(model, { w: get("w").with(j, value) }),
    ),
  );
  const bias = slider(
    "bias",
    { ...limits, step: 0.5 },
    () => get("b"),
    (b) => change(model, { b }),
  );

  // Places in the chart are in per cent of its width and height, so that it fits any window and any size of letters.
  const rows = names.length + 3;
  const hatch = `live-hatching-${hatchings++}`;
  const level = (k, part = 0.5) => `${(100 * (k + part)) / rows}%`;
  const chart = svg(
    "svg",
    { class: "live-plane", role: "img", style: `grid-row: 2 / span ${rows}` },
    svg(
      "defs",
      {},
      svg(
        "pattern",
        { id: hatch, width: 7, height: 7, patternUnits: "userSpaceOnUse" },
        svg("rect", { width: 7, height: 7, class: "live-bar minus" }),
        svg("path", { d: "M-1 8L8 -1M-1 1L1 -1M6 8L8 6", class: "live-cut" }),
      ),
    ),
  );
  const draw = (tag, attributes, ...children) => chart.appendChild(svg(tag, attributes, ...children));
  const grid = draw("g", { class: "live-axes" });
  const bars = [...names, "bias", "score"].map((name, k) => ({
    bar: draw("rect", { y: level(k, 0.2), height: level(0.6, 0) }),
    text: draw("text", { y: level(k), dy: 4.5, class: "live-note" }),
  }));
  const sides = [-1, 1].map((y) => ({
    y,
    box: draw("rect", { x: y > 0 ? "51%" : "1%", width: "48%", y: level(rows - 1, 0.1), height: level(0.8, 0) }),
    text: draw("text", { x: y > 0 ? "75%" : "25%", y: level(rows - 1), dy: 4.5, "text-anchor": "middle" }, kind(y)),
  }));
  draw("line", { x1: "50%", x2: "50%", y1: 0, y2: level(rows - 1, 0), class: "live-zero" });
  draw("line", { x1: 0, x2: "100%", y1: level(rows - 2, 0), y2: level(rows - 2, 0), class: "live-zero" });

  let reach = 0;
  const across = (value) => 50 + (37 * value) / reach;
  function scale(most) {
    if (most === reach) return;
    reach = most;
    const at = ticks([-reach, reach], 12).map((value) => `${across(value)}%`);
    grid.replaceChildren(...at.map((x) => svg("line", { x1: x, x2: x, y1: 0, y2: level(rows - 1, 0) })));
  }

  function lay({ bar, text }, value, look, note) {
    const [x, side] = [across(value), Math.sign(value) || 1];
    put(bar, "x", `${Math.min(50, x)}%`);
    put(bar, "width", `${Math.abs(x - 50)}%`);
    put(bar, "class", `live-bar ${value > 0 ? "plus" : "minus"} ${look}`);
    put(bar, "style", value < 0 && look !== "absent" ? `fill: url(#${hatch})` : null);
    const far = Math.abs(value) > 6.5; // then the number is written over the end of the bar
    put(text, "x", far ? (side > 0 ? "99%" : "1%") : `${x}%`);
    put(text, "dx", far ? 0 : side * 5);
    put(text, "text-anchor", side > 0 === far ? "end" : "start");
    write(text, note);
  }

  const head = (text) => html("span", { class: "live-head" }, text);
  const seats = [
    head("word"),
    head("weight"),
    head("vote"),
    ...names.flatMap((_, j) => [boxes[j].element, weights[j]]),
    html("span", {}, "bias"),
    bias,
    html("strong", { class: "live-wide" }, "score, the sum"),
    html("span", { class: "live-wide" }, "prediction"),
  ];
  const about = { class: "live-votes", role: "group", "aria-label": "Words, weights and votes" };
  const voters = html("div", about, ...seats, chart);

  // The emails, with what the weights make of them.
  const lines = emails.map((email, i) => {
    const load = button(`email ${i + 1}`, () => change(model, { words: [...email] }), "Load its words");
    const written = html("td", { class: "live-left" }, names.filter((_, j) => email[j]).join(" "));
    const sum = html("td");
    const [mark, result] = [html("span", { "aria-hidden": "true" }), html("span", { class: "live-word" })];
    const cells = [written, html("td", {}, kind(labels[i])), sum, html("td", {}, mark, " ", result)];
    return { load, sum, mark, result, line: html("tr", {}, html("td", {}, load), ...cells) };
  });
  const titles = [
    ["email", ""],
    ["words", "live-left"],
    ["is", ""],
    ["score", ""],
    ["result", "live-word"],
  ];
  const heads = titles.map(([name, look]) => html("th", { scope: "col", class: look }, name));
  const table = html(
    "table",
    { class: "live-log live-emails" },
    html("thead", {}, html("tr", {}, ...heads)),
    html("tbody", {}, ...lines.map(({ line }) => line)),
  );

  const machines = get("machines");
  const shown = () => machines.find(({ w, b }) => same(w, get("w")) && b === get("b"))?.name ?? "own";
  const options = [...machines.map(({ name }) => [name, name]), ["own", "your own"]];
  const machine = choice("machine", options, shown, (name) => {
    const found = machines.find((other) => other.name === name);
    if (found) change(model, { w: [...found.w], b: found.b });
    else machine.draw(); // "your own" is what the sliders make, not what can be chosen
  });
  const theta = html("output");

  return figure(model, el, {
    question: QUESTION,
    shared,
    parts: [voters, table, row(machine, theta)],
    help:
      "Tab goes from one control to the next. The space bar switches a word on or off, or loads an email; the " +
      "arrow keys move a slider.",
    draw() {
      const [x, w, b] = [get("words"), get("w"), get("b")];
      const [cast, sum, verdict] = [votes(w, x), score(w, b, x), predict(w, b, x)];
      scale(Math.max(6, Math.ceil(Math.abs(sum))));
      boxes.forEach(({ input }, j) => {
        input.checked = Boolean(x[j]);
      });
      // A word that is not in the email shows the outline of the vote that it would have.
      names.forEach((_, j) => lay(bars[j], x[j] ? cast[j] : w[j], x[j] ? "" : "absent", x[j] ? plus(cast[j]) : ""));
      lay(bars.at(-2), b, "", plus(b));
      lay(bars.at(-1), sum, "total", plus(sum));
      for (const { y, box, text } of sides) {
        put(box, "class", y === verdict ? `live-verdict ${y > 0 ? "plus" : "minus"}` : "live-verdict off");
        put(text, "class", y === verdict ? "live-note live-chosen" : "live-note");
      }
      for (const control of [...weights, bias, machine]) control.draw();

      const good = emails.map((email, i) => right(w, b, email, labels[i]));
      lines.forEach(({ load, sum: cell, mark, result }, i) => {
        put(load, "aria-pressed", same(emails[i], x));
        write(cell, plus(score(w, b, emails[i])));
        write(mark, good[i] ? "✓" : "✗");
        write(result, good[i] ? "right" : "mistake");
      });

      const i = emails.findIndex((email) => same(email, x));
      const voices = names.flatMap((name, j) => (x[j] ? [`${name} ${plus(cast[j])}`] : []));
      const said = [...voices, `bias ${plus(b)}`].join(", ");
      const line = [
        `Votes: ${said}; score ${plus(sum)}, prediction ${signed(verdict)}, ${kind(verdict)}.`,
        i < 0 ? "None of the six emails." : `Email ${i + 1} is ${kind(labels[i])}: ${good[i] ? "right" : "a mistake"}.`,
        `${good.filter(Boolean).length} of ${emails.length} emails are right.`,
      ].join(" ");
      write(theta, w.every((weight) => weight === 1) ? `threshold θ = ${brief(threshold(b))}` : "");
      put(chart, "aria-label", `Votes: ${said}; score ${plus(sum)}: ${kind(verdict)}`);
      return line;
    },
  });
}

export default { render, shared };
