// Three classes: the regions of one-vs-rest, one-vs-one and the multiclass perceptron, where two rules differ, and how
// the multiclass perceptron learns.
import { button, choice, row, slider } from "../drawing/controls.js";
import { brief, counted, html, number, pattern, put, svg, write } from "../drawing/elements.js";
import { figure, stateOf } from "../drawing/figure.js";
import { CLASSES, Marks, SHAPES, editing } from "../drawing/marks.js";
import { Plane, frame } from "../drawing/plane.js";
import { player } from "../drawing/player.js";
import { multiclass } from "../mathematics/multiclass.js";
import { PAIRS, area, differences, machines, predictClass, regions } from "../mathematics/reductions.js";

const shared = ["points", "labels", "passes", "rule", "other", "visits"];

const RULES = {
  "one-vs-rest": "one-vs-rest",
  votes: "one-vs-one, votes",
  scores: "one-vs-one, sums",
  multiclass: "multiclass perceptron",
};

// Nine points, three of each class, and six, two of each.
const APART = [[-3, -3], [-4, -2], [-4, -4], [0, 0], [1, 2], [0, 2], [5, 1], [6, 1], [6, 0]];
const MIDDLE = APART.with(3, [1, -2]); // no line cuts off the class in the middle
const BARELY = [[-1, -5], [-3, -4], [-2, -3], [-1, 1], [4, -1], [1, 4], [6, -1], [5, -2], [4, -3]];
const MIXED = APART.with(0, [5.5, 0.8]); // no line keeps two of the classes apart
const WINDMILL = [[-1, 0], [6, 6], [3, 4], [-6, 5], [1, -5], [-3, 3]];
const [NINE, SIX] = [3, 2].map((size) => [0, 1, 2].flatMap((label) => Array(size).fill(label)));
const WHOLE = { passes: 100, visits: 30_000 }; // whole runs
const SETS = { "All apart": APART, "Barely apart": BARELY, "One in the middle": MIDDLE };

const goals = (now) => {
  const votesCan = () => now().rules.votes.runs.every((run) => run.separable());
  return [
    {
      say: "One-vs-rest gets an example wrong, and the votes none.",
      hint: "Let no line cut one class off from the two others: pull one of its points between them.",
      reached: () => now().wrong("one-vs-rest").length > 0 && !now().wrong("votes").length,
      state: { ...WHOLE, points: MIDDLE, labels: NINE, rule: "one-vs-rest", other: "votes" },
    },
    {
      say: "Two classes that no vote separates: no line keeps them apart.",
      hint: "Pull a point between two points of another class.",
      reached: () => !votesCan(),
      state: { ...WHOLE, points: MIXED, labels: NINE, rule: "votes", other: "multiclass" },
    },
    {
      say: "A line between any two of the classes, but no weights for all three at once.",
      hint:
        "Two points of each class are enough, far apart, like the sails of a windmill: one end of each comes close " +
        "to the middle of the next.",
      reached: () => votesCan() && !now().rules.multiclass.runs[0].separable(),
      state: { ...WHOLE, points: WINDMILL, labels: SIX, rule: "multiclass", other: "votes" },
    },
  ];
};

function render({ model, el }) {
  const state = stateOf(model);
  const { get, set, bound } = state;
  const small = get("brief");
  const label = "Points of three classes, and the region that a rule gives to each class";
  const plane = new Plane({ label, height: small ? 220 : 330, ...frame(get) });
  const [paint, point] = [regionsOf(plane, small), arrowsOf(plane)];
  const tag = small ? () => {} : lineNames(plane);

  const named = (label) => `${label} ${get("classes")[label]}`.trim();
  const names = classNames();
  const turn = turning(() => draw());
  const follow = () => followed(get, plane, turn.part());
  let now = follow();

  const marks = new Marks(plane, {
    list() {
      const wrong = new Set(now.wrong(now.rule));
      return get("points").map((at, i) => {
        const found = blind(now.machine) ? "no class" : named(predictClass(now.machine, at));
        const name = `point ${i + 1}, class ${named(now.labels[i])}${wrong.has(i) ? `, taken for ${found}` : ""}`;
        const signs = { wrong: wrong.has(i), ring: i === now.step?.example, next: i === now.step?.next };
        return { at, mark: CLASSES[now.labels[i]], name, ...signs };
      });
    },
    move: (i, at) => set({ points: get("points").with(i, at) }),
    ...(!small && {
      act: (i, key) => (key === "Enter" ? edit.relabel() : edit.remove()),
      empty: (at, shift) => edit.add(shift ? following(own()) : own(), at),
      select: () => permit(),
    }),
  });
  const own = () => now.labels[marks.chosen];
  const following = (label) => (label + 1) % 3;
  const edit = editing(state, marks, following);
  const changes = [
    button("Next class", edit.relabel, "Give the circled point the next class"),
    button("Delete", edit.remove, "Delete the circled point"),
  ];
  const permit = () => {
    for (const change of changes) change.disabled = edit.alone();
  };
  const add = button("Add a point", () => edit.add(), "Add a point of the circled one's class");
  const sets = Object.entries(SETS).map(([name, points]) => button(name, () => set({ points, labels: NINE })));

  const chosen = (name) => ({ ...bound(name), get: () => ruleOf(get, name) });
  const choices = [choice("rule", RULES, chosen("rule")), choice("against", RULES, chosen("other"))];
  const passes = slider("passes, at most", { min: 1, max: get("max_passes"), step: 1 }, bound("passes"));
  const end = () => now.rules.multiclass.runs[0].visits;
  const film = player({
    at: () => Math.min(get("visits"), end()),
    end,
    go(to, slowly) {
      set({ visits: to < end() ? to : get("max_visits") }); // at the end it stays there, whatever is moved
      if (slowly) turn.begin();
    },
    noun: "visit",
  });

  const view = html("div", { class: "live-named" }, plane.svg, names.svg);
  const controls = [...choices, passes];
  function draw() {
    plane.show(frame(get));
    now = follow();
    paint(now);
    tag(now);
    point(now);
    names.draw(named);
    marks.draw();
    permit();
    for (const control of controls) control.draw();
    film.element.hidden = !now.step;
    if (now.step) film.draw();
    else film.stop();
    return report(now, get, plane);
  }
  const close = figure(model, el, {
    brief: small,
    question: small
      ? "Drag a point until one is marked wrong. Does another rule get it right?"
      : "Drag a point: the dots show where the two rules differ.",
    goals: goals(() => now),
    shared,
    position: "visits",
    parts: small ? [view, row(choices[0])] : [view, row(...choices), film.element],
    more: [row(...sets), passes, row(add, ...changes)],
    keys:
      "; Enter gives it the next class, Delete removes it. A click on the empty plane adds a point of the circled " +
      "one's class, with Shift of the next one",
    draw,
  });
  return () => [film.stop, turn.stop, close].forEach((stop) => stop());
}

// An address may say anything.
const ruleOf = (get, name) => (Object.hasOwn(RULES, get(name)) ? get(name) : "one-vs-rest");
const labelsOf = (get) => get("labels").map((label) => (CLASSES[label] ? label : 0));

// A machine whose weights are all zero has no opinion yet.
const blind = ({ lines }) => lines.every(({ w, b }) => !b && !w.some(Boolean));

// All that follows from the state: the machine of each rule, which points it gets wrong, where the two that are chosen
// differ, and, if the multiclass perceptron is shown and not small, its last visit. Of its last update it has made this
// part.
function followed(get, plane, part) {
  const [points, labels, rule] = [get("points"), labelsOf(get), ruleOf(get, "rule")];
  const other = get("brief") ? rule : ruleOf(get, "other");
  const given = [points, labels, Math.min(get("max_passes"), get("passes"))];
  let late = null;
  const rules = {
    ...machines(...given),
    get multiclass() {
      return (late ??= multiclass(...given, Math.max(0, Math.floor(get("visits"))), part)); // seldom needed, and slow
    },
  };
  const fails = (machine, x, label) => blind(machine) || predictClass(machine, x) !== label;
  const wrong = (name) => [...points.keys()].filter((i) => fails(rules[name], points[i], labels[i]));
  const differing = differences(rules[rule], rules[other], plane.corners);
  const step = get("brief") ? undefined : rules[rule].step;
  return { rule, other, labels, rules, machine: rules[rule], step, wrong, differing };
}

// How much of the last update has been made: all of it, but for a moment after a step that is to be looked at.
function turning(draw) {
  let [part, due] = [1, 0];
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const stop = () => {
    cancelAnimationFrame(due);
    part = 1;
  };
  const go = (began) => (time) => {
    part = Math.min(1, (time - began) / 400);
    if (part < 1) due = requestAnimationFrame(go(began));
    draw();
  };
  return {
    part: () => part,
    stop,
    begin() {
      stop();
      if (!calm.matches) due = requestAnimationFrame((time) => go(time)(time));
    },
  };
}

// The regions of a rule, the lines of its perceptrons, and dots where the other rule differs; a `brief` figure has the
// regions only. Returns what paints them. Each piece is outlined, so that one-vs-one by votes shows where it had to
// break a tie.
function regionsOf(plane, small) {
  const path = (style, fill) => plane.back.appendChild(svg("path", { style, fill }));
  const sides = CLASSES.map((name) => path("stroke: var(--live-ink); stroke-width: 1.6", plane.fill(name)));
  const dot = svg("circle", { cx: 2.5, cy: 2.5, r: 1.1, fill: "currentColor" });
  plane.svg.firstChild.append(pattern(`${plane.id}-dots`, 5, dot));
  const apart = path("", plane.fill("dots"));
  const lines = small ? [] : PAIRS.map(() => path("stroke: var(--live-soft); stroke-width: 1"));
  const sample = { x: plane.left, y: 315, width: 24, height: 12, fill: plane.fill("dots"), stroke: "currentColor" };
  const legend = [svg("rect", sample), svg("text", { x: plane.left + 30, y: 326 }, "the two rules differ")];
  if (!small) plane.axes.before(svg("g", { "aria-hidden": "true" }, ...legend));

  const outline = (pieces) => pieces.map(({ corners }) => plane.path(corners, true)).join("");
  return ({ machine, differing }) => {
    const pieces = blind(machine) ? [] : regions(machine, plane.corners);
    sides.forEach((side, k) => put(side, "d", outline(pieces.filter(({ label }) => label === k))));
    put(apart, "d", outline(differing));
    lines.forEach((line, r) => put(line, "d", plane.line(machine.lines[r].w, machine.lines[r].b)));
  };
}

// The weights of the multiclass perceptron, an arrow for each class, and after a mistake what its own class got and
// what the rival lost. The longest arrow is as long as there is room for. Returns what draws them.
function arrowsOf(plane) {
  const arrows = CLASSES.map((name) => plane.stroke(`live-arrow live-weight ${name}`));
  const [got, lost] = ["", " before"].map((name) => plane.stroke(`live-arrow added${name}`));
  const names = ["w₀", "w₁", "w₂"].map((name) => plane.middle.appendChild(svg("text", { class: "live-note" }, name)));
  return ({ step, labels, machine }) => {
    for (const part of [...arrows, got, lost]) put(part, "d", null);
    for (const name of names) put(name, "visibility", "hidden");
    if (!step) return;
    const from = plane.inside([0, 0]);
    const lengths = [...machine.rows, ...machine.runs[0].rows].map(([u, v]) => Math.hypot(u, v));
    const scale = (0.35 * Math.min(plane.x[1] - plane.x[0], plane.y[1] - plane.y[0])) / Math.max(1, ...lengths);
    const tip = ([u, v]) => [from[0] + scale * u, from[1] + scale * v];
    machine.rows.forEach((weights, k) => {
      const [x, y] = tip(weights);
      put(arrows[k], "d", plane.arrow(from, [x, y]));
      put(names[k], "visibility", weights[0] || weights[1] ? "visible" : "hidden");
      put(names[k], "x", plane.px(x) + 5);
      put(names[k], "y", plane.py(y) - 5);
    });
    if (step.rival === null) return;
    const changed = (k) => plane.arrow(tip(step.before[k]), tip(machine.rows[k]));
    put(got, "d", changed(labels[step.example]));
    put(lost, "d", changed(step.rival));
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

// What no weights can do for a rule, and what its r-th perceptron has not done within the passes.
const TROUBLES = {
  "one-vs-rest": (r, name) => [`no line cuts off ${name(r)}`, `${name(r)} or not: more passes are needed`],
  votes(r, name) {
    const [j, k] = PAIRS[r].map(name);
    return [`no line separates ${j} from ${k}`, `${j} or ${k}: more passes are needed`];
  },
  multiclass: () => ["no weights separate all three at once", "all three at once: more passes are needed"],
};
TROUBLES.scores = TROUBLES.votes;

function report({ rule, other, labels, rules, wrong, differing, step }, get, plane) {
  const name = (k) => get("classes")[k] || `class ${k}`;
  const both = [...new Set([rule, other])];
  const right = (rule) => `${RULES[rule]}: ${labels.length - wrong(rule).length} of ${labels.length} right`;
  const trouble = (rule) =>
    rules[rule].runs.flatMap((run, r) => (run.converged ? [] : TROUBLES[rule](r, name)[run.separable() ? 1 : 0]));
  const share = differing.reduce((sum, { corners }) => sum + area(corners), 0) / area(plane.corners);
  const sentences = [
    ...both.map(right),
    ...(rule === other ? [] : [`they differ on ${number(100 * share, 1)} % of the window`]),
    ...new Set(both.flatMap(trouble)),
    ...(step ? [visited(step, labels, name, rules[rule].runs[0])] : []),
  ];
  return sentences.map((text) => `${text[0].toUpperCase()}${text.slice(1)}.`).join(" ");
}

// What happened at the last visit of the multiclass perceptron.
function visited({ visit, example, next, rival, scores }, labels, name, { mistakes, converged }) {
  if (!visit) return "all weights are zero: no class leads";
  if (next === null && converged) return `at rest after ${counted(mistakes.length, "mistake")}`;
  const told = scores.map((value, k) => `${brief(value)} for ${name(k)}`).join(", ");
  const own = name(labels[example]);
  const then = rival === null ? "right" : `a mistake, so it is added to ${own} and taken from ${name(rival)} (dashed)`;
  return `point ${example + 1}, ${own}, scores ${told}: ${then}`;
}

export default { render, shared, lists: ["points", "labels"] }; // lists of any length, the same for all
