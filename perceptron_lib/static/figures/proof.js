// Novikoff's proof, live: the length of the weights and their progress, between the two curves that the data allow.
import { button, row } from "../drawing/controls.js";
import { counted, grouped, html, number, put, svg, write } from "../drawing/elements.js";
import { figure, stateOf } from "../drawing/figure.js";
import { Marks, editing, examples } from "../drawing/marks.js";
import { Plane, frame } from "../drawing/plane.js";
import { mistakeBound, radius, verify } from "../mathematics/convergence.js";
import { right, score } from "../mathematics/halfspaces.js";
import { separate } from "../mathematics/separability.js";
import { path, rows, shuffled, train } from "../mathematics/training.js";

const QUESTION =
  "Drag a circled point towards the dashed line: which of the four curves move? " +
  "Then bring the number of mistakes as close to the bound as you can.";
const shared = ["points", "labels", "order"];

function render({ model, el }) {
  const state = stateOf(model);
  const { get, set } = state;
  const plane = new Plane({
    label: "Points, the line of the finished run, and the oracle's line with its margin",
    height: 240,
    equal: true,
    ...frame(get),
  });
  const chart = new Plane({
    label: "Length and progress of the weights over the updates, between the two curves of the proof",
    x: [0, 1],
    y: [0, 1],
    names: ["updates k", ""],
    height: 236,
  });
  Object.assign(chart, { right: 296, top: 24 }); // what is beyond holds the names of the curves
  const [lines, curves] = [twoLines(plane), fourCurves(chart)];

  let now = follow(get);
  const wrong = (i) => !right(now.run.w, now.run.b, get("points")[i], get("labels")[i]);
  const marks = new Marks(plane, {
    list: () => examples(get, (i) => (now.nearest[i] ? "at the margin" : ""), wrong),
    move: (i, at) => set({ points: get("points").with(i, at) }),
    act: (i, key) => (key === "Enter" ? edit.relabel() : edit.remove()),
    select: () => permit(),
  });
  const edit = editing(state, marks, (label) => -label);

  const worst = button("Worst of 100 orders", () => set({ order: slowest(get) }), WORST);
  const asNumbered = button("As numbered", () => set({ order: [] }));
  const changes = [
    button("Flip", edit.relabel, "Give the chosen point the other label"),
    button("Delete", edit.remove, "Delete the chosen point"),
  ];
  const permit = () => {
    for (const change of changes) change.disabled = edit.alone();
  };
  const orders = row(
    button("Shuffle", () => set({ order: shuffled(get("points").length) }), "Visit the points in another order"),
    worst,
    asNumbered,
    ...changes,
  );

  return figure(model, el, {
    question: QUESTION,
    shared,
    parts: [html("div", {}, plane.svg, chart.svg), orders],
    keys: "; Enter flips its label, Delete removes it",
    draw() {
      now = follow(get);
      plane.show(frame(get));
      lines(now);
      marks.draw();
      permit();
      // The axes wait while a point is held: else the curve that does not move would move with them.
      if (marks.held < 0) fit(chart, now);
      curves(now);
      asNumbered.disabled = !get("order").length;
      worst.disabled = !now.margin;
      return report(now);
    },
  });
}

const WORST = "Try a hundred orders, and keep the one with the most mistakes";

function problemOf(get, order = get("order")) {
  const [points, labels] = [get("points"), get("labels")];
  const passes = Math.min(get("max_passes"), Math.ceil(get("max_visits") / points.length));
  return { points, labels, order: rows(order, points.length), passes };
}

function slowest(get) {
  const orders = Array.from({ length: 100 }, () => shuffled(get("points").length));
  const counts = orders.map((order) => train(problemOf(get, order)).mistakes.length);
  return orders[counts.indexOf(Math.max(...counts))];
}

// All that follows from the state: the run with its k mistakes, the oracle and its margin (0 where there is none),
// which points are the nearest to its line, R and the bound.
function follow(get) {
  const problem = problemOf(get);
  const { points, labels } = problem;
  const run = train(problem);
  const { margin, oracle } = separate(points, labels);
  const [u, b] = oracle ? [oracle.slice(0, 2), oracle[2]] : [[0, 0], 0];
  const R = radius(points);
  const bound = mistakeBound({ R, margin });
  const nearest = points.map((x, i) => margin > 0 && labels[i] * score(u, b, x) < margin * (1 + 1e-6));
  return { ...problem, run, k: run.mistakes.length, margin, oracle, u, b, R, bound, nearest };
}

const named = (text, colour) => svg("text", { class: "live-note", style: `fill: var(--live-${colour})` }, text);

// The line of the run, that of the oracle with the two on which its score is +margin and -margin, and the circle of
// radius sqrt(R^2 - 1), which goes through the longest example. Returns what draws them.
function twoLines(plane) {
  const circle = plane.middle.appendChild(svg("circle", { class: "live-curve before" }));
  const levels = [-1, 1].map((side) => ({ side, line: plane.stroke("live-drop") }));
  const best = plane.stroke("live-line added", { "stroke-dasharray": "8 5" });
  const found = plane.stroke("live-line");
  const [nameBest, nameFound] = [named("oracle", "key"), named("run", "ink")];
  plane.middle.append(nameBest, nameFound);
  return ({ points, run, u, b, margin, R }) => {
    put(found, "d", plane.line(run.w, run.b));
    put(best, "d", plane.line(u, b));
    for (const { side, line } of levels) put(line, "d", plane.line(u, b + side * margin));
    put(circle, "cx", plane.px(0));
    put(circle, "cy", plane.py(0));
    put(circle, "r", plane.px(Math.sqrt(R * R - 1)) - plane.px(0));
    const taken = points.map((x) => [plane.px(x[0]), plane.py(x[1])]);
    taken.push(nameLine(plane, nameFound, run.w, run.b, -1, taken));
    nameLine(plane, nameBest, u, b, 1, taken);
  };
}

// Length and progress of the weights, the two curves that bound them, and where these meet. Returns what draws them.
function fourCurves(chart) {
  const corridor = chart.stroke("live-tint");
  const [most, least, length] = ["live-curve before", "live-drop", "live-curve"].map((name) => chart.stroke(name));
  const progress = chart.stroke("live-curve added", { "stroke-dasharray": "9 4 1.5 4" });
  const names = [named("√k · R", "soft"), named("length", "ink"), named("progress", "key"), named("k · γ", "key")];
  chart.middle.append(...names);
  const meets = meetingPoint(chart);

  return (now) => {
    const { k, margin, oracle, R, bound } = now;
    const reach = chart.x[1];
    const end = Math.min(bound, reach); // of the corridor
    const upper = (end) => Array.from({ length: 61 }, (_, i) => (i / 60) ** 2 * end).map((x) => [x, Math.sqrt(x) * R]);
    const lower = [0, reach].map((x) => [x, x * margin]);
    put(most, "d", chart.path(upper(reach)));
    put(least, "d", margin ? chart.path(lower) : "");
    put(corridor, "d", margin ? chart.path([...upper(end), [end, end * margin]], true) : "");

    const proof = verify(path(now, now.run), oracle);
    const lengths = proof.squaredNorm.map(Math.sqrt);
    put(length, "d", chart.path(thinned(lengths)));
    put(progress, "d", chart.path(thinned(proof.progress)));
    nameEnds(chart, names[0], names[3], reach, Math.sqrt(reach) * R, margin ? reach * margin : null);
    nameEnds(chart, names[1], names[2], k, lengths[k], margin ? proof.progress[k] : null);

    meets(now);
  };
}

// A circle where the two curves meet; beyond the chart's right edge or its top, an arrow towards it. Returns what draws
// it.
function meetingPoint(chart) {
  const circle = "M4.5 0A4.5 4.5 0 1 1 -4.5 0A4.5 4.5 0 1 1 4.5 0Z";
  const arrow = "M-26 0H-2M-10 -5L-2 0L-10 5";
  const sign = chart.stroke("live-curve meeting");
  const name = chart.middle.appendChild(named("", "ink"));
  return ({ margin, R, bound }) => {
    const [k, height] = [Math.min(bound, chart.x[1]), Math.sqrt(bound) * R];
    const beyond = bound > chart.x[1];
    const seen = !beyond && height <= chart.y[1];
    const top = Math.sqrt(k) * R;
    const y = chart.py(beyond ? (top + k * margin) / 2 : Math.min(height, chart.y[1]));
    put(sign, "d", !margin ? "" : seen ? circle : arrow);
    put(sign, "transform", `translate(${chart.px(k)} ${y})${seen || beyond ? "" : "rotate(-90)"}`);
    const above = Math.max(chart.top + 8, chart.py(top) - 10); // of the upper curve
    place(name, chart.px(k) + (seen ? 6 : beyond ? 0 : -10), seen || beyond ? above : y + 18, "end");
    write(name, !margin ? "" : seen ? `R²/γ² = ${number(bound, 1)}` : `meets at k = ${grouped(bound)}`);
  };
}

// Show the chart to a little beyond the point where the curves meet, unless that is far from the end of the run.
function fit(chart, { k, margin, R, bound }) {
  const far = nice(Math.max(2, margin ? Math.min(1.25 * Math.max(bound, k), 5 * k) : 1.25 * k));
  chart.show({ x: [0, far], y: [0, nice(Math.max(Math.sqrt(far) * R, far * margin))] });
}

// The next round number, so that the axes stand still while a point moves a little.
function nice(value) {
  const size = 10 ** Math.floor(Math.log10(value));
  return size * [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10].find((m) => m * size >= value * (1 - 1e-9));
}

// The points of a curve, no more than the eye can tell apart, and its last one.
function thinned(values) {
  const every = Math.ceil(values.length / 600);
  return values.map((value, k) => [k, value]).filter(([k]) => k % every === 0 || k === values.length - 1);
}

function place(element, x, y, anchor = "start") {
  put(element, "x", x);
  put(element, "y", y);
  put(element, "text-anchor", anchor);
}

// Put the names of two curves beside their ends at x, so far apart that they can be read; the second may be missing.
function nameEnds(chart, first, second, x, y, other) {
  const [a, b] = [chart.py(y), chart.py(other ?? y)];
  const push = other === null ? 0 : (Math.max(0, 14 - Math.abs(a - b)) / 2) * (b < a ? 1 : -1);
  place(first, chart.px(x) + 6, a + 4 + push);
  place(second, chart.px(x) + 6, b + 4 - push);
  put(second, "visibility", other === null ? "hidden" : null);
}

// Write a line's name beside it, near the right end (side 1) or the left end (side -1) of what is seen of it, or
// further in where these places are `taken`. Returns its place.
function nameLine(plane, element, w, b, side, taken) {
  const ends = plane.ends(w, b);
  put(element, "visibility", ends.length > 1 ? null : "hidden");
  if (ends.length < 2) return [Infinity, Infinity];
  const [from, to] = ends.sort((p, q) => side * (q[0] - p[0])).map((p) => [plane.px(p[0]), plane.py(p[1])]);
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(dx, dy) || 1;
  const off = 10 + (16 * Math.abs(dy)) / length; // a word is wider than high
  const at = (far) => [
    from[0] + (far * dx + side * off * dy) / length,
    from[1] + (far * dy - side * off * dx) / length,
  ];
  const free = ([x, y]) => taken.every(([p, q]) => Math.hypot((x - p) / 1.6, y - q) > 20);
  const places = Array.from({ length: Math.max(1, Math.floor((length - 36) / 12)) }, (_, k) => at(36 + 12 * k));
  const [x, y] = places.find(free) ?? places[0];
  place(element, x, y + 4, "middle");
  return [x, y];
}

function report({ points, order, run, k, margin, R, bound }) {
  const mistakes = (count) => counted(count, "mistake", grouped(count));
  const possible = Math.floor(bound * (1 + 1e-9)); // a bound that is whole must not lose one to rounding
  const passes = Math.ceil(run.visits / order.length);
  const meanwhile = margin ? "has not converged yet" : "did not converge";
  return [
    margin
      ? `γ = ${number(margin, 3)}, R = ${number(R, 3)}: the curves meet at k = R²/γ² = ${grouped(bound, 2)}, ` +
        `so at most ${mistakes(possible)} can be made, in any order.`
      : "Nothing separates these points: no margin, no oracle, no bound.",
    run.converged
      ? `This run made ${mistakes(k)}, ${Number(((100 * k) / bound).toPrecision(2))}% of the bound, ` +
        `and converged in pass ${passes}.`
      : `This run made ${mistakes(k)} in ${passes} passes and ${meanwhile}.`,
    points.length <= 12 ? `Order: ${order.map((i) => i + 1).join(" ")}.` : "",
  ].join(" ");
}

export default { render, shared, lists: ["points", "labels", "order"] }; // lists of any length, the same for all
