// Descent on the mean loss over a weight and the bias: all examples at once, or one at a time; and the losses.
import { contour } from "../drawing/contour.js";
import { button, choice, row, slider } from "../drawing/controls.js";
import { brief, counted, grouped, html, number, put, svg } from "../drawing/elements.js";
import { figure, stateOf } from "../drawing/figure.js";
import { Marks } from "../drawing/marks.js";
import { Plane, frame } from "../drawing/plane.js";
import { dot, signedRows } from "../mathematics/halfspaces.js";
import { LOSSES, descend, objective } from "../mathematics/losses.js";
import { rows, shuffled } from "../mathematics/training.js";

const QUESTION =
  "Which step size η makes the stochastic path jitter while the batch path still comes down? " +
  "And where does the perceptron's own loss lead?";
const shared = ["loss", "eta", "passes", "start", "order", "m"];

function render({ model, el }) {
  const { get, set, bound } = stateOf(model);
  const plane = new Plane({ label: "The mean loss over w and b, and two paths down", height: 330, ...frame(get) });
  const chart = new Plane({
    label: "Losses over the functional margin",
    x: [-3, 3],
    y: [-0.5, 4.6],
    names: ["functional margin m = y · score", "loss"],
    height: 250,
  });
  const [surface, paths] = [once(levelLines(plane)), once(twoPaths(plane))];
  const losses = lossCurves(chart);
  const start = new Marks(plane, {
    list: () => [{ at: problemOf(get).start, mark: "handle", name: "start of both paths (w, b)", note: "start" }],
    move: (i, at) => set({ start: at }),
  });
  const margin = new Marks(chart, {
    list: () => [{ at: [get("m"), 0], mark: "handle", name: "functional margin m of one example", note: "m" }],
    move: (i, [m]) => set({ m }),
  });

  const chosen = (name) => ({ ...bound(name), get: () => problemOf(get)[name] });
  const names = Object.fromEntries(Object.keys(LOSSES).map((name) => [name, name]));
  const loss = choice("loss", names, chosen("loss"));
  const eta = slider("step size η", { min: 0.05, max: 2, step: 0.05, shown: (v) => number(v) }, chosen("eta"));
  const passes = slider("passes", { min: 1, max: get("max_passes"), step: 1 }, chosen("passes"));
  const reorder = () => set({ order: shuffled(get("points").length) });
  const shuffle = button("Shuffle", reorder, "Another order of the examples, the same in every pass");

  const close = figure(model, el, {
    question: QUESTION,
    shared,
    parts: [html("div", {}, plane.svg, chart.svg), row(loss, shuffle), eta, passes],
    draw() {
      const problem = problemOf(get);
      plane.show(frame(get));
      surface(problem.signed, problem.loss, get("window"));
      const runs = paths(problem, get("window"));
      const ends = problem.signed.map((z) => dot(z, runs[0].weights.at(-1)));
      losses(problem.loss, ends, get("m"));
      for (const part of [start, margin, loss, eta, passes]) part.draw();
      const told = [...runs.map((run, k) => pathReport(run, k, problem)), lossReport(problem, get("m"))];
      return told.join(" ").replace(/ ([=·]) /g, "\u00a0$1\u00a0"); // no line ends there
    },
  });
  el.lastChild.classList.add("live-descent"); // its line of numbers is long
  return close;
}

// What the paths follow from; an address may hold anything.
function problemOf(get) {
  return {
    signed: signedRows(get("points"), get("labels")),
    start: get("start"),
    eta: Math.max(1e-3, get("eta")),
    passes: Math.min(get("max_passes"), Math.max(1, Math.round(get("passes")))),
    loss: Object.hasOwn(LOSSES, get("loss")) ? get("loss") : "hinge",
    order: rows(get("order"), get("points").length),
  };
}

// Do some work again only when what it is given has changed: the data, the loss or the window, not m.
function once(work) {
  let [known, result] = ["", null];
  return (...given) => {
    const key = JSON.stringify(given);
    if (key !== known) [known, result] = [key, work(...given)];
    return result;
  };
}

const GRID = 48; // cells of the surface, each way
const LEVELS = [1, 10, 100, 1000].flatMap((d) => [0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8].map((v) => v * d));
const along = ([low, high], part) => low + part * (high - low);

// The surface of the mean loss in level lines, with their heights. Returns what draws them.
function levelLines(plane) {
  const levels = plane.back.appendChild(svg("path", { class: "live-level" }));
  const heights = plane.back.appendChild(svg("g"));
  return (signed, loss) => {
    const steps = Array.from({ length: GRID + 1 }, (_, k) => k / GRID);
    const cost = (weights) => objective(weights, signed, loss);
    const grid = steps.map((j) => steps.map((i) => [along(plane.x, i), along(plane.y, j)]));
    const table = grid.map((line) => line.map(cost));
    const costs = table.flat();
    const [low, high] = [Math.min(...costs), Math.max(...costs)];
    const shown = LEVELS.filter((level) => level > low && level < high);
    const place = ([i, j]) => [along(plane.x, i / GRID), along(plane.y, j / GRID)];
    const lines = () => shown.flatMap((level) => contour(table, level).map((ends) => plane.path(ends.map(place))));
    const jumps = () => signed.map(([w, b]) => plane.line([w, b], 0)); // of the 0-1 loss
    put(levels, "d", (loss === "0-1" ? jumps() : lines()).join(""));

    const lowest = grid.flat()[costs.indexOf(low)];
    const told = loss === "0-1" ? shares(plane, cost, signed) : reached(plane, cost, shown, lowest);
    heights.replaceChildren(...written(plane, told));
  };
}

const STEPS = Array.from({ length: 300 }, (_, k) => k / 300); // of a way over the surface

// Where the ways from the lowest point to the two lower corners first reach each level: places, each with its height.
const reached = (plane, cost, levels, lowest) =>
  plane.x.flatMap((side) => {
    const corner = [side, plane.y[0]];
    const way = STEPS.map((part) => lowest.map((from, axis) => along([from, corner[axis]], part)));
    const costs = way.map(cost);
    const first = (level) => way[costs.findIndex((value) => value >= level)];
    return levels.filter(first).map((level) => [first(level), brief(level)]);
  });

// The sectors of the 0-1 loss, whose lines all go through zero: the middle of each on the way round, if it is not too
// narrow, with the share of examples that is wrong there.
function shares(plane, cost, [z, ...others]) {
  const [across, up] = [plane.x, plane.y].map(([low, high]) => 0.36 * (high - low));
  const start = Math.atan2(-z[0] / up, z[1] / across); // on the first line
  const angles = STEPS.map((part) => start + 2 * Math.PI * part);
  const way = angles.map((angle) => [across * Math.cos(angle), up * Math.sin(angle)]);
  const [costs, n] = [way.map(cost), 1 + others.length];
  const ends = [...costs.keys()].filter((k) => costs[k] !== costs[k + 1]);
  return ends.flatMap((end, r) => {
    const begin = (ends[r - 1] ?? -1) + 1;
    return end - begin < 9 ? [] : [[way[(begin + end) >> 1], `${Math.round(n * costs[end])}/${n}`]];
  });
}

// Heights at their places, where there is room.
function written(plane, told) {
  const placed = [];
  return told.flatMap(([[w, b], height]) => {
    const [x, y] = [plane.px(w), plane.py(b)];
    const taken = placed.some(([p, q]) => Math.abs(p - x) < 28 && Math.abs(q - y) < 16);
    if (taken || y > plane.bottom - 8 || Math.abs(x - 195) > 140) return [];
    placed.push([x, y]);
    return [svg("text", { x, y: y + 4, "text-anchor": "middle", class: "live-note" }, height)];
  });
}

// A circle and a square, the marks of the two paths.
const SPOTS = [
  (x, y, r) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`,
  (x, y, r) => `M${x - r} ${y - r}h${2 * r}v${2 * r}h${-2 * r}Z`,
];

// The batch path and the stochastic path. Returns what draws them, and gives both runs.
function twoPaths(plane) {
  const looks = ["plus", "minus"];
  const roads = looks.map((look) =>
    ["live-road", "live-dots", "live-dots end"].map((name) => plane.stroke(`${name} ${look}`)),
  );
  const legend = ["Batch", "Stochastic"].flatMap((name, k) => [
    svg("path", { d: `M4 ${12 + 17 * k}h26`, class: `live-road ${looks[k]}` }),
    svg("path", { d: SPOTS[k](17, 12 + 17 * k, 4), class: `live-dots end ${looks[k]}` }),
    svg("text", { x: 36, y: 16 + 17 * k, class: "live-note" }, name.toLowerCase()),
  ]);
  const board = svg("rect", { width: 98, height: 40, class: "live-board" });
  plane.middle.append(svg("g", { transform: `translate(${plane.right - 100} ${plane.top + 4})` }, board, ...legend));

  // Far beyond the frame nothing is drawn: coordinates there are no longer safe.
  const within = ([w, b]) => Math.abs(plane.px(w)) < 4000 && Math.abs(plane.py(b)) < 4000;
  return (problem) =>
    roads.map(([line, dots, end], k) => {
      const run = descend(problem.signed, problem.loss, { ...problem, size: [problem.order.length, 1][k] });
      const { weights } = run;
      const gone = weights.findIndex((p) => !within(p));
      const every = Math.ceil(weights.length / 600); // of many updates
      const seen = (gone < 0 ? weights : weights.slice(0, gone)).filter((_, t) => t % every === 0);
      const spot = ([w, b], size) => SPOTS[k](plane.px(w), plane.py(b), size);
      put(line, "d", plane.path(seen));
      put(dots, "d", seen.map((p) => spot(p, 2)).join(""));
      put(end, "d", gone < 0 ? spot(weights.at(-1), 5) : "");
      return run;
    });
}

// Where the names of the losses stand, and how steep.
const NAMES = {
  "0-1": [-2.3, 1, 0],
  perceptron: [-1.9, 1.9, -1],
  hinge: [-1.9, 2.9, -1],
  logistic: [-1.13, 1.41, -1],
  squared: [2.62, 2.62, 2],
};

// The five losses, the tangent at m and the examples at the end of the batch path. Returns what draws them.
function lossCurves(chart) {
  const lines = Object.keys(LOSSES).map((name) => chart.stroke("", { d: lossPath(chart, name) }));
  const labels = Object.keys(LOSSES).map((name) => {
    const [x, y, rise] = NAMES[name];
    const turn = (Math.atan2(chart.py(rise) - chart.py(0), chart.px(1) - chart.px(0)) * 180) / Math.PI;
    const place = `translate(${chart.px(x)} ${chart.py(y)}) rotate(${turn}) translate(0 -5)`;
    return chart.middle.appendChild(svg("text", { transform: place, "text-anchor": "middle" }, name));
  });
  const [feet, examples] = ["live-road plus", "live-dots end plus"].map((name) => chart.stroke(name));
  const [tangent, drop, touch] = ["live-curve added", "live-drop", "live-dots probe"].map((name) => chart.stroke(name));
  return (loss, ends, m) => {
    Object.keys(LOSSES).forEach((name, k) => {
      put(lines[k], "class", name === loss ? "live-curve" : "live-curve other");
      put(labels[k], "class", name === loss ? "live-note chosen" : "live-note");
    });
    const { value, slope } = LOSSES[loss];
    const spot = (m) => SPOTS[0](chart.px(m), chart.py(value(m)), 3.5);
    const shown = ends.filter((v) => Math.abs(v) <= 3);
    put(feet, "d", shown.map((v) => `M${chart.px(v)} ${chart.bottom}v-7`).join(""));
    put(examples, "d", shown.map(spot).join(""));
    put(tangent, "d", chart.path([-0.8, 0.8].map((d) => [m + d, value(m) + d * slope(m)])));
    put(drop, "d", chart.path([0, value(m)].map((height) => [m, height])));
    put(touch, "d", spot(m));
  };
}

function lossPath(chart, name) {
  const at = Array.from({ length: 241 }, (_, k) => -3 + k / 40);
  const curve = (margins) => chart.path(margins.map((m) => [m, LOSSES[name].value(m)]));
  return name === "0-1" ? curve([-3, 0]) + curve([1e-9, 3]) : curve(at); // a jump is no part of the curve
}

// One path in words: where it ends, after how much work, and how far its cost went up and down at the last.
function pathReport({ weights, perPass, stopped }, k, { signed, loss, order }) {
  const [w, b] = weights.at(-1);
  const late = weights.slice(-1 - (perPass.at(-1) ?? 0)).map((v) => objective(v, signed, loss));
  const cost = late.at(-1);
  const made = `${counted(weights.length - 1, "update")} in ${counted(perPass.length * order.length, "look")}`;
  const place =
    cost < FAR
      ? `cost ${amount(cost)} after ${made}, w = ${amount(w, 2)}, b = ${amount(b, 2)}`
      : `cost above ${grouped(FAR)} after ${made}`; // and weights to match
  const swing = `; in the last pass between ${amount(Math.min(...late))} and ${amount(Math.max(...late))}`;
  const end = () => {
    if (stopped === "overflow") return `; update ${weights.length} leaves the range of floats: η is too large`;
    if (stopped === "no updates") return ", converged";
    if (cost > objective(weights[0], signed, loss)) return ", above the start: η is too large";
    return k ? swing : "";
  };
  return `${["Batch", "Stochastic"][k]}: ${place}${end()}.`;
}

function lossReport({ loss, eta }, m) {
  const { value, slope } = LOSSES[loss];
  const step = brief(-eta * slope(m));
  return (
    `At m = ${number(m)} the ${loss} loss is ${amount(value(m), 2)} and its slope ${brief(slope(m))}: ` +
    (slope(m) ? `a step adds ${step} · y · x to w and ${step} · y to b.` : "no step.")
  );
}

const FAR = 1e5;

const amount = (value, digits = 3) =>
  Math.abs(value) < FAR
    ? number(value, digits)
    : Number.isFinite(value)
      ? value.toExponential(1).replace("-", "−")
      : "beyond the floats";

export default { render, shared };
