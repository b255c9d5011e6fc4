// Three classes: the regions of one-vs-rest, one-vs-one and the multiclass perceptron, and where two rules differ.
import { button, choice, row, slider } from "../drawing/controls.js";
import { counted, html, number, pattern, put, svg, write } from "../drawing/elements.js";
import { figure, stateOf } from "../drawing/figure.js";
import { CLASSES, Marks, SHAPES, editing } from "../drawing/marks.js";
import { Plane, frame } from "../drawing/plane.js";
import { multiclass } from "../mathematics/multiclass.js";
import { PAIRS, area, differences, machines, predictClass, regions } from "../mathematics/reductions.js";

const QUESTION =
  "Where do one-vs-rest and one-vs-one disagree? Then move one point so that one-vs-rest gets an example wrong, and " +
  "one-vs-one by votes none.";
const shared = ["points", "labels", "passes", "rule", "other"];

const RULES = {
  "one-vs-rest": "one-vs-rest",
  votes: "one-vs-one, votes",
  scores: "one-vs-one, scores",
  multiclass: "multiclass perceptron",
};

function render({ model, el }) {
  const state = stateOf(model);
  const { get, set, bound } = state;
  const label = "Points of three classes, and the region that a rule gives to each class";
  const plane = new Plane({ label, height: 330, ...frame(get) });
  const [paint, tag] = [regionsOf(plane), lineNames(plane)];

  const named = (label) => `${label} ${get("classes")[label]}`.trim();
  const names = classNames();

  let now = follow(get, plane);
  const marks = new Marks(plane, {
    list() {
      const labels = labelsOf(get);
      return get("points").map((at, i) => {
        const [label, found] = [labels[i], predictClass(now.machine, at)];
        const wrong = label !== found;
        const name = `point ${i + 1}, class ${named(label)}${wrong ? `, taken for ${named(found)}` : ""}`;
        return { at, mark: CLASSES[label], wrong, name };
      });
    },
    move: (i, at) => set({ points: get("points").with(i, at) }),
    act: (i, key) => (key === "Enter" ? edit.relabel() : edit.remove()),
    select: () => permit(),
  });
  const edit = editing(state, marks, (label) => (label + 1) % 3);
  const changes = [
    button("Next class", edit.relabel, "Give the circled point the next class"),
    button("Delete", edit.remove, "Delete the circled point"),
  ];
  const permit = () => {
    for (const change of changes) change.disabled = edit.alone();
  };
  const add = button("Add a point", () => edit.add(), "Add a point of the circled one's class");

  const chosen = (name) => ({ ...bound(name), get: () => ruleOf(get, name) });
  const choices = [choice("regions of", RULES, chosen("rule")), choice("compared with", RULES, chosen("other"))];
  const passes = slider("passes, at most", { min: 1, max: get("max_passes"), step: 1 }, bound("passes"));

  return figure(model, el, {
    question: QUESTION,
    shared,
    parts: [html("div", {}, plane.svg, names.svg), row(...choices), passes, row(add, ...changes)],
    keys: "; Enter gives it the next class, Delete removes it",
    draw() {
      plane.show(frame(get));
      now = follow(get, plane);
      paint(now);
      tag(now);
      names.draw(named);
      marks.draw();
      permit();
      for (const control of [...choices, passes]) control.draw();
      return report(now, get("points"), plane);
    },
  });
}

// An address may say anything.
const ruleOf = (get, name) => (Object.hasOwn(RULES, get(name)) ? get(name) : "one-vs-rest");
const labelsOf = (get) => get("labels").map((label) => (CLASSES[label] ? label : 0));

// All that follows from the state: the machine of each rule, and where the two that are chosen differ.
function follow(get, plane) {
  const [rule, other] = [ruleOf(get, "rule"), ruleOf(get, "other")];
  const labels = labelsOf(get);
  const given = [get("points"), labels, Math.min(get("max_passes"), get("passes"))];
  const rules = { ...machines(...given), multiclass: multiclass(...given) };
  const differing = differences(rules[rule], rules[other], plane.corners);
  return { rule, other, labels, rules, machine: rules[rule], differing };
}

// The regions of a rule and the lines of its perceptrons, and dots where the other rule differs. Returns what paints
// them. Each piece is outlined, so that one-vs-one by votes shows where it had to break a tie.
function regionsOf(plane) {
  const path = (style, fill) => plane.back.appendChild(svg("path", { style, fill }));
  const sides = CLASSES.map((name) => path("stroke: var(--live-ink); stroke-width: 1.6", plane.fill(name)));
  const dot = svg("circle", { cx: 2.5, cy: 2.5, r: 1.1, fill: "currentColor" });
  plane.svg.firstChild.append(pattern(`${plane.id}-dots`, 5, dot));
  const apart = path("", plane.fill("dots"));
  const lines = PAIRS.map(() => path("stroke: var(--live-soft); stroke-width: 1"));
  const sample = { x: plane.left, y: 315, width: 24, height: 12, fill: plane.fill("dots"), stroke: "currentColor" };
  const legend = [svg("rect", sample), svg("text", { x: plane.left + 30, y: 326 }, "the two rules differ")];
  plane.axes.before(svg("g", { "aria-hidden": "true" }, ...legend));

  const outline = (pieces) => pieces.map(({ corners }) => plane.path(corners, true)).join("");
  return ({ machine, differing }) => {
    const pieces = regions(machine, plane.corners);
    sides.forEach((side, k) => put(side, "d", outline(pieces.filter(({ label }) => label === k))));
    put(apart, "d", outline(differing));
    machine.lines.forEach(({ w, b }, r) => put(lines[r], "d", plane.line(w, b)));
  };
}

// The classes with their marks, in a line of their own. Returns it, and what writes their names.
function classNames() {
  const texts = CLASSES.map(() => svg("text", { x: 12, y: 4 }));
  const shape = (name) => svg("path", { d: SHAPES[name], class: `live-dots ${name}` });
  const names = CLASSES.map((name, k) =>
    svg("g", { transform: `translate(${46 + 108 * k} 9)` }, shape(name), texts[k]),
  );
  const line = svg("svg", { viewBox: "0 0 360 18", class: "live-plane", "aria-hidden": "true" }, ...names);
  return { svg: line, draw: (named) => texts.forEach((text, k) => write(text, named(k))) };
}

// Where the lines leave the frame they are named, each at the end that is farther from the names before it.
function lineNames(plane) {
  const middle = { class: "live-note", "text-anchor": "middle" };
  const names = PAIRS.map(() => plane.middle.appendChild(svg("text", middle)));
  const keep = (value, low, high) => Math.min(high, Math.max(low, value));
  return ({ rule, machine }) => {
    const placed = [];
    const gap = ([x, y]) => Math.min(...placed.map(([p, q]) => Math.hypot(x - p, 2 * (y - q))));
    machine.lines.forEach(({ w, b }, r) => {
      const places = plane
        .ends(w, b)
        .map(([x, y]) => [
          keep(plane.px(x), plane.left + 24, plane.right - 24),
          keep(plane.py(y), plane.top + 28, plane.bottom - 5),
        ]);
      const [x, y] = places.reduce((best, p) => (gap(p) > gap(best) ? p : best), places[0] ?? []);
      if (places.length) placed.push([x, y]);
      write(names[r], !places.length ? "" : rule === "one-vs-rest" ? `${r} or not` : PAIRS[r].join(" or "));
      put(names[r], "x", x);
      put(names[r], "y", y);
    });
  };
}

function report({ rule, other, labels, rules, differing }, points, plane) {
  const right = (machine) => points.filter((at, i) => predictClass(machine, at) === labels[i]).length;
  const converged = (name) => rules[name].runs.filter((run) => run.converged).length;
  const [{ mistakes, converged: rests }] = rules.multiclass.runs;
  const share = differing.reduce((sum, { corners }) => sum + area(corners), 0) / area(plane.corners);
  return [
    `Right, of ${points.length} points: ${Object.keys(RULES)
      .map((name) => `${name} ${right(rules[name])}`)
      .join(", ")}.`,
    `Converged: ${converged("one-vs-rest")} of 3 one-vs-rest perceptrons, ` +
      `${converged("votes")} of 3 pairwise perceptrons; ` +
      `the multiclass perceptron ${rests ? `after ${counted(mistakes.length, "mistake")}` : "not yet"}.`,
    rule === other ? "Both rules are the same." : `The two rules differ on ${number(100 * share, 1)} % of the window.`,
  ].join(" ");
}

export default { render, shared, lists: ["points", "labels"] }; // lists of any length, the same for all
