// Descent on the mean loss over a weight and the bias: all examples at once, or one at a time; and the losses.
import { contour } from "../drawing/contour.js";
import { button, choice, row, slider } from "../drawing/controls.js";
import { descents, madeLooks, once, problemOf, right, soFar, walker } from "../drawing/descents.js";
import { brief, counted, grouped, html, number, put, svg, write } from "../drawing/elements.js";
import { figure, stateOf } from "../drawing/figure.js";
import { Marks } from "../drawing/marks.js";
import { Plane, frame } from "../drawing/plane.js";
import { side } from "../mathematics/halfspaces.js";
import { LOSSES, objective } from "../mathematics/losses.js";
import { shuffled } from "../mathematics/training.js";

const QUESTION = "Guess: if the stochastic path jitters, does the batch path jitter, too? Then press Play.";
const FIRST = "Press Play. Then find a step size that is down within ten steps, and one that never gets down.";
const [FLOOR, HIGH, WIDE] = [-0.7, 4.4, 2.9]; // of the chart of the losses: its foot, and how far out examples stand
const shared = ["loss", "eta", "looks", "start", "order", "m"];

// The surface with both paths, and the losses; or, in `brief`, the surface with the batch path alone.
function render({ model, el }) {
  const { get, set, bound } = stateOf(model);
  const alone = get("brief");
  const label = `The mean loss over w and b, and ${alone ? "a path" : "two paths"} down`;
  const plane = new Plane({ label, height: 270, ...frame(get) });
  const chart = new Plane({
    label: "Losses over the functional margin, and the examples on them",
    x: [-3, 3],
    y: [FLOOR, 4.6],
    names: ["functional margin m = y · score", "loss"],
    height: 270,
  });
  const [surface, runs] = [once(levels(plane)), once(descents(alone))];
  const [paths, losses] = [drawnPaths(plane, alone), lossCurves(chart)];
  const start = new Marks(plane, {
    list: () => [{ at: problemOf(get).start, mark: "handle", name: "start (w, b)", note: "start" }],
    move: (i, at) => set({ start: at }),
  });
  const margin = new Marks(chart, {
    list: () => [{ at: [get("m"), FLOOR], mark: "handle", name: "functional margin m of one example", note: "m" }],
    move: (i, [m]) => set({ m }),
  });

  const chosen = (name) => ({ ...bound(name), get: () => problemOf(get)[name] });
  const names = Object.fromEntries(Object.keys(LOSSES).map((name) => [name, name]));
  const loss = choice("loss", names, chosen("loss"));
  const range = alone ? { min: 0.01, max: 0.12, step: 0.01 } : { min: 0.05, max: 2, step: 0.05 };
  const eta = slider("step size η", { ...range, shown: (v) => number(v) }, chosen("eta"));
  const reorder = () => set({ order: shuffled(get("points").length) });
  const shuffle = button("Shuffle", reorder, "Another order of the examples, the same in every pass");
  const walk = walker(get, set, alone);

  let now;
  const close = figure(model, el, {
    question: alone ? FIRST : QUESTION,
    brief: alone,
    goals: goalsOf(() => now),
    shared,
    position: "looks",
    parts: alone
      ? [plane.svg, eta, walk.element]
      : [html("div", { class: "live-pair" }, plane.svg, chart.svg), row(loss, eta), walk.element],
    more: [row(shuffle)],
    draw() {
      const problem = problemOf(get);
      const looks = madeLooks(get);
      now = { ...problem, looks, paths: runs(problem).map((run) => soFar(run, problem, looks)) };
      plane.show(frame(get));
      surface(problem.signed, problem.loss, get("window"));
      paths(now);
      for (const part of [start, loss, eta, walk]) part.draw();
      if (alone) return briefReport(now);
      losses(now, get("points"), get("m"));
      margin.draw();
      const told = [...now.paths.map((path, k) => pathReport(path, k, now)), lossReport(problem, get("m"))];
      return told.join(" ").replaceAll(" = ", "\u00a0=\u00a0"); // no line ends there
    },
  });
  el.querySelector(".live").classList.add("live-descent");
  return () => {
    walk.stop();
    close();
  };
}

const SIX = { start: [-1, 3], order: [5, 2, 0, 4, 1, 3] };

const goalsOf = (now) => [
  {
    say: "Thirty passes: the batch path came down with every step, the stochastic path still jumps by more than 0.5.",
    hint: "On a loss without kinks the steps of the batch path shrink with the slope.",
    reached() {
      const { looks, order, signed, loss, paths } = now();
      const costs = paths[0].weights.map((v) => objective(v, signed, loss));
      const down = costs.every((cost, t) => !t || cost <= costs[t - 1]) && costs.at(-1) < costs[0];
      return looks >= 30 * order.length && down && swing(paths[1]) > 0.5;
    },
    state: { ...SIX, loss: "logistic", eta: 1.5, looks: 180 },
  },
  {
    say: "With the hinge loss, from a cost above 3 to one below 0.7 within 18 looks.",
    hint: "In 18 looks the batch path makes three steps, the other path up to eighteen. Try step sizes near 0.5.",
    reached() {
      const { looks, start, signed, loss, paths } = now();
      const steep = loss === "hinge" && objective(start, signed, loss) > 3;
      return steep && looks <= 18 && paths.some(({ cost }) => cost < 0.7);
    },
    state: { ...SIX, loss: "hinge", eta: 0.45, looks: 18 },
  },
  {
    say: "A path at a cost of 0, though every student counts as wrong.",
    hint: "Zero weights cost nothing with the perceptron's own loss. The stochastic path meets them with η = 1.",
    reached: () => now().paths.some(({ cost, margins }) => cost === 0 && margins.every((m) => m <= 0)),
    state: { ...SIX, loss: "perceptron", eta: 1, looks: 13 },
  },
];

const swing = ({ late }) => Math.max(...late) - Math.min(...late);

const GRID = 48; // cells of the surface, each way
const LEVELS = [1, 10, 100, 1000].flatMap((d) => [0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8].map((v) => v * d));
const along = ([low, high], part) => low + part * (high - low);
const DEPTH = 0.42; // of the tint where all areas lie over one another

// The surface of the mean loss: level lines with their heights, and the more tint the higher. Returns what draws it.
function levels(plane) {
  const areas = plane.back.appendChild(svg("g", { class: "live-areas" }));
  const lines = plane.back.appendChild(svg("path", { class: "live-level" }));
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
    const cuts = loss === "0-1" ? [] : shown.map((level) => contour(table, level).map((ends) => ends.map(place)));
    const jumps = () => signed.map(([w, b]) => plane.line([w, b], 0)); // of the 0-1 loss
    put(lines, "d", (loss === "0-1" ? jumps() : cuts.flat().map((ends) => plane.path(ends))).join(""));

    const higher = () => cuts.map((cut, k) => outside(plane, cut, shown[k], cost));
    const above = loss === "0-1" ? wrongSides(plane, signed) : higher();
    const share = 1 - (1 - DEPTH) ** (1 / above.length);
    const area = (d) => svg("path", { d, "fill-rule": "evenodd", "fill-opacity": share.toFixed(4) });
    areas.replaceChildren(...above.map(area));

    const lowest = grid.flat()[costs.indexOf(low)];
    const told = loss === "0-1" ? shares(plane, cost, signed) : reached(plane, cost, shown, lowest);
    heights.replaceChildren(...written(plane, told));
  };
}

// Where the cost is above a level. It is convex, so what is below is one convex piece, whose corners need only be put
// in order around a place within.
function outside(plane, cut, level, cost) {
  const corners = [...cut.flat(), ...plane.corners.filter((corner) => cost(corner) < level)];
  const [w, b] = [0, 1].map((axis) => corners.reduce((sum, p) => sum + p[axis], 0) / corners.length);
  const angle = (p) => Math.atan2(p[1] - b, p[0] - w);
  corners.sort((p, q) => angle(p) - angle(q));
  return plane.path(plane.corners, true) + plane.path(corners, true);
}

// Where each example is wrong: as many of these halves lie over one another as examples are wrong there.
const wrongSides = (plane, signed) => signed.map((z) => plane.path(side(plane.corners, z, 0, false), true));

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
const LOOKS = ["plus", "minus"];

// The paths as far as they have got. Returns what draws them.
function drawnPaths(plane, alone) {
  const roads = LOOKS.map((look) =>
    ["live-road", "live-dots", "live-dots end"].map((name) => plane.stroke(`${name} ${look}`)),
  );
  if (!alone) plane.middle.append(legend(plane));

  // Far beyond the frame nothing is drawn: coordinates there are no longer safe.
  const within = ([w, b]) => Math.abs(plane.px(w)) < 4000 && Math.abs(plane.py(b)) < 4000;
  return ({ paths }) =>
    paths.forEach(({ weights }, k) => {
      const [line, dots, end] = roads[k];
      const gone = weights.findIndex((p) => !within(p));
      const every = Math.ceil(weights.length / 600); // of many updates
      const seen = (gone < 0 ? weights : weights.slice(0, gone)).filter((_, t) => t % every === 0);
      const spot = ([w, b], size) => SPOTS[k](plane.px(w), plane.py(b), size);
      put(line, "d", plane.path(seen));
      put(dots, "d", seen.map((p) => spot(p, 2)).join(""));
      put(end, "d", gone < 0 ? spot(weights.at(-1), 5) : "");
    });
}

// What the marks mean, in the upper right corner.
function legend(plane) {
  const items = ["batch", "stochastic"].flatMap((name, k) => [
    svg("path", { d: `M4 ${12 + 17 * k}h26`, class: `live-road ${LOOKS[k]}` }),
    svg("path", { d: SPOTS[k](17, 12 + 17 * k, 4), class: `live-dots end ${LOOKS[k]}` }),
    svg("text", { x: 36, y: 16 + 17 * k, class: "live-note" }, name),
  ]);
  const board = svg("rect", { width: 98, height: 40, class: "live-board" });
  return svg("g", { transform: `translate(${plane.right - 100} ${plane.top + 4})` }, board, ...items);
}

// Where the names of the losses stand, and how steep.
const NAMES = {
  "0-1": [-2.3, 1, 0],
  perceptron: [-1.9, 1.9, -1],
  hinge: [-1.9, 2.9, -1],
  logistic: [-1.13, 1.41, -1],
  squared: [2.62, 2.62, 2],
};

// The five losses, the tangent at m, and the examples on the chosen loss: where both paths have got, hollow at the edge
// if they are beyond it, the one looked at last with a ring. Returns what draws them.
function lossCurves(chart) {
  const lines = Object.keys(LOSSES).map((name) => chart.stroke("", { d: lossPath(chart, name) }));
  const labels = Object.keys(LOSSES).map((name) => {
    const [x, y, rise] = NAMES[name];
    const turn = (Math.atan2(chart.py(rise) - chart.py(0), chart.px(1) - chart.px(0)) * 180) / Math.PI;
    const place = `translate(${chart.px(x)} ${chart.py(y)}) rotate(${turn}) translate(0 -5)`;
    return chart.middle.appendChild(svg("text", { transform: place, "text-anchor": "middle" }, name));
  });
  const note = (x, y, text) => chart.middle.appendChild(svg("text", { x, y, class: "live-note end" }, text));
  chart.stroke("live-axis", { d: chart.path([[0, FLOOR], [0, 0]]) }); // where the wrong ones end
  note(chart.px(-0.7), chart.py(-0.4), "wrong");
  note(chart.px(1.4), chart.py(-0.4), "right");
  const [tangent, drop, touch] = ["live-curve added", "live-drop", "live-dots probe"].map((name) => chart.stroke(name));
  const spots = LOOKS.map((look) => ["live-dots end", "live-dots far"].map((name) => chart.stroke(`${name} ${look}`)));
  const [ring, told] = [chart.stroke("live-ring"), note(0, 0, "")];

  return ({ loss, looks, order, paths }, points, m) => {
    Object.keys(LOSSES).forEach((name, k) => {
      put(lines[k], "class", name === loss ? "live-curve" : "live-curve other");
      put(labels[k], "class", name === loss ? "live-note chosen" : "live-note");
    });
    const { value, slope } = LOSSES[loss];
    const within = (m) => Math.min(WIDE, Math.max(-WIDE, m));
    const at = (m) => [chart.px(within(m)), chart.py(Math.min(HIGH, value(within(m))))];
    const beyond = (m) => Math.abs(m) > WIDE || value(m) > HIGH;
    paths.forEach(({ margins }, k) => {
      const drawn = (some) => some.map((m) => SPOTS[k](...at(m), 4)).join("");
      put(spots[k][0], "d", drawn(margins.filter((m) => !beyond(m))));
      put(spots[k][1], "d", drawn(margins.filter(beyond)));
    });

    const read = order[(looks - 1) % order.length]; // undefined before the first look
    const [x, y] = looks ? at(paths[1].margins[read]) : [0, 0];
    put(ring, "d", looks ? SPOTS[0](x, y, 9) : "");
    write(told, looks ? `x = ${brief(points[read][0])}` : "");
    put(told, "x", Math.min(chart.right, Math.max(chart.left + 75, x + 16)));
    put(told, "y", Math.max(chart.top + 22, y - 14));

    put(tangent, "d", chart.path([-0.8, 0.8].map((d) => [m + d, value(m) + d * slope(m)])));
    put(drop, "d", chart.path([FLOOR, value(m)].map((height) => [m, height])));
    put(touch, "d", SPOTS[0](chart.px(m), chart.py(value(m)), 3.5));
  };
}

function lossPath(chart, name) {
  const at = Array.from({ length: 241 }, (_, k) => -3 + k / 40);
  const curve = (margins) => chart.path(margins.map((m) => [m, LOSSES[name].value(m)]));
  return name === "0-1" ? curve([-3, 0]) + curve([1e-9, 3]) : curve(at); // a jump is no part of the curve
}

// One path in words: where it has got with how many updates, and how far its cost went up and down at the last.
function pathReport({ weights, ended, late, cost, margins }, k, { signed, loss, order, looks }) {
  const [w, b] = weights.at(-1);
  const made = counted(weights.length - 1, "update");
  const place =
    cost < FAR
      ? `cost ${amount(cost)} after ${made}, w = ${amount(w, 2)}, b = ${amount(b, 2)}, ${right(margins)}`
      : `cost above ${grouped(FAR)} after ${made}`; // and weights to match
  const began = objective(weights[0], signed, loss);
  const end = () => {
    if (ended === "overflow") return `; update ${weights.length} leaves the range of floats: η is too large`;
    if (ended === "no updates") return ", converged";
    if (cost > began) return `, above the start${cost > 10 * began ? ": η is too large" : ""}`;
    if (!k || looks < order.length) return "";
    return `; in the last pass between ${amount(Math.min(...late))} and ${amount(Math.max(...late))}`;
  };
  return `${["Batch", "Stochastic"][k]}: ${place}${end()}.`;
}

function lossReport({ loss }, m) {
  const { value, slope } = LOSSES[loss];
  return `At m = ${number(m)} the ${loss} loss is ${amount(value(m), 2)} and its slope ${brief(slope(m))}.`;
}

function briefReport({ signed, loss, paths: [{ weights, cost }] }) {
  const lost = cost > objective(weights[0], signed, loss);
  const reached = cost < FAR ? amount(cost, 2) : `above ${grouped(FAR)}`;
  return `After ${counted(weights.length - 1, "step")} the cost is ${reached}${lost ? ": too long a step" : ""}.`;
}

const FAR = 1e5;

const amount = (value, digits = 3) =>
  Math.abs(value) < FAR
    ? number(value, digits)
    : Number.isFinite(value)
      ? value.toExponential(1).replace("-", "−")
      : "beyond the floats";

export default { render, shared };
