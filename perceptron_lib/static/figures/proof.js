// Novikoff's proof, live: the length of the weights and their progress, update by update, between the two curves that
// the data allow; and each update as the proof accounts for it.
import { button, row } from "../drawing/controls.js";
import { counted, grouped, html, number, put, svg, write } from "../drawing/elements.js";
import { figure, stateOf } from "../drawing/figure.js";
import { Marks, editing, examples } from "../drawing/marks.js";
import { Plane, frame, round } from "../drawing/plane.js";
import { player } from "../drawing/player.js";
import { longestStream, mistakeBound, radius, verify } from "../mathematics/convergence.js";
import { dot, score, signedRows } from "../mathematics/halfspaces.js";
import { separate } from "../mathematics/separability.js";
import { path, rows, shuffled, train } from "../mathematics/training.js";

const QUESTION = "Press Step: which line of the proof keeps the curves in the corridor?";
const BRIEF = "Drag a circled point towards the dashed line: the bound grows. Do the mistakes?";
const shared = ["points", "labels", "order", "chooser", "stream", "updates"];
const RUN = ["points", "labels", "order", "chooser", "stream"]; // what a run depends on

const END = 1_000_000; // updates: more than any run here makes
const BEAT = 450; // milliseconds for each line of the proof

function render({ model, el }) {
  const state = stateOf(model);
  const { get, set } = state;
  const brief = get("brief");
  const plane = new Plane({
    label: "Points, the line of the run, and the oracle's line with its margin",
    height: brief ? 200 : 240,
    equal: true,
    ...frame(get),
  });
  const chart = new Plane({
    label: "Length and progress of the weights over the updates, between the two curves of the proof",
    x: [0, 1],
    y: [0, 1],
    names: ["updates k", ""],
    height: 240,
  });
  Object.assign(chart, { right: 296, top: 24 }); // what is beyond holds the names of the curves
  const [lines, curves, proof, bound] = [twoLines(plane, brief), fourCurves(chart), proofLines(), boundLine()];

  const follow = follower(get);
  let now = follow();
  const beats = threeBeats(paint);
  const marks = new Marks(plane, {
    list() {
      now = follow(); // a point may have been deleted a moment ago
      return proofMarks(get, now, beats.line());
    },
    move: (i, at) => set({ points: get("points").with(i, at) }),
    act: brief ? null : (i, key) => (key === "Delete" ? edit.remove() : present(i) || edit.relabel()),
    select: () => permit(),
    empty: brief ? null : (at, shift) => edit.add(shift ? -1 : 1, at),
  });
  const edit = editing(state, marks, (label) => -label);

  // Where the reader chooses, a wrong point that is clicked is the next mistake.
  const present = (i) => {
    if (get("chooser") !== "reader") return false;
    const { k, run, wrong } = follow();
    const stream = [...run.mistakes.slice(0, k).map(({ example }) => example), i];
    if (wrong(i)) step(stream.map((j) => j + 1).join());
    return true;
  };
  const step = (stream) => {
    beats.announce();
    set({ stream, updates: stream.split(",").length });
  };
  let began = {}; // the points when one was taken, and where: a hand that clicks is not quite still
  plane.svg.addEventListener("pointerdown", ({ clientX: x, clientY: y }) => (began = { points: get("points"), x, y }));
  plane.svg.addEventListener("pointerup", ({ target, clientX, clientY }) => {
    const clicked = marks.layer.contains(target) && Math.hypot(clientX - began.x, clientY - began.y) < 5;
    if (!clicked || get("chooser") !== "reader") return;
    set({ points: began.points });
    present(marks.chosen);
  });

  const play = player({
    at: () => now.k,
    end: () => now.run.mistakes.length,
    go(updates, slowly) {
      if (slowly) beats.announce();
      set({ updates });
    },
    noun: "update",
  });
  const choosers = chooserButtons(state);
  const changes = [
    button("Flip", edit.relabel, "Give the chosen point the other label"),
    button("Delete", edit.remove, "Delete the chosen point"),
  ];
  const adding = [button("Add +1", () => edit.add(1)), button("Add −1", () => edit.add(-1))];
  const permit = () => {
    for (const change of changes) change.disabled = edit.alone();
  };

  function paint() {
    const line = beats.line();
    lines(now, line);
    marks.draw();
    if (brief) return;
    curves(now, line);
    proof.draw(now, line);
  }

  const view = (name, ...planes) => html("div", { class: name }, ...planes.map(({ svg }) => svg));
  const parts = brief
    ? [view("", bound, plane), row(choosers.shuffle)]
    : [view("live-pair live-race", plane, chart), proof.element, play.element, choosers.element];
  const close = figure(model, el, {
    question: brief ? BRIEF : QUESTION,
    brief,
    shared,
    position: "updates",
    parts,
    more: [row(...adding, ...changes)],
    goals: goals(get, () => now),
    keys:
      "; Enter flips its label, or presents it where you choose; Delete removes it. A click on the empty plane adds " +
      "a point, with Shift a square",
    draw() {
      now = follow();
      plane.show(frame(get));
      beats.begin(now);
      // The axes wait while a point is held: else the curve that does not move would move with them.
      if (marks.held < 0) fit(chart, now);
      paint();
      if (brief) {
        bound.draw(now);
        return summary(now);
      }
      permit();
      play.draw();
      choosers.draw();
      return report(now);
    },
  });
  return () => {
    play.stop();
    beats.stop();
    close();
  };
}

// The three lines of the proof, one after the other, after a step that was announced. `line()` is the one that is lit:
// 0, 1 or 2, where it stays; 3 where no step was made.
function threeBeats(paint) {
  let [announced, line, due, shown] = [false, 3, 0, {}];
  const next = () => {
    line += 1;
    paint();
    if (line < 2) due = setTimeout(next, BEAT);
  };
  const stop = () => clearTimeout(due);
  return {
    stop,
    line: () => line,
    announce: () => (announced = true),
    begin({ run, k }) {
      if (run === shown.run && k === shown.k) return;
      stop();
      line = announced && k > 0 ? 0 : 3;
      if (line === 0) due = setTimeout(next, BEAT);
      announced = false;
      shown = { run, k };
    },
  };
}

// Who chooses the next example: the order of the rows, a shuffled one, an adversary who looks ahead, or the reader. The
// run begins anew.
function chooserButtons({ get, set }) {
  const way = (text, title, state) => button(text, () => set({ updates: 0, ...state() }), title);
  const orderly = (order) => ({ order, chooser: "order" });
  const shuffle = () => orderly(shuffled(get("points").length));
  const ways = {
    rows: way("in order", "Visit the points as they are numbered, pass after pass", () => orderly([])),
    shuffled: way("shuffled", "Visit them in another order", shuffle),
    adversary: way("an adversary", "Make the run as long as it can be", () => ({ chooser: "adversary" })),
    reader: way("you", "Click a wrong point to present it", () => ({ chooser: "reader", stream: "" })),
  };
  const chosen = () => (get("chooser") !== "order" ? get("chooser") : get("order").length ? "shuffled" : "rows");
  return {
    element: row(html("span", {}, "Who chooses?"), ...Object.values(ways)),
    shuffle: way("Another order", "Visit the points in another order", shuffle),
    draw() {
      for (const [name, way] of Object.entries(ways)) put(way, "aria-pressed", name === chosen());
    },
  };
}

// The run of a state: in passes, or along the stream that an adversary or the reader has chosen.
function runOf(get) {
  const [points, labels] = [get("points"), get("labels")];
  const n = points.length;
  const chooser = get("chooser");
  if (chooser !== "adversary" && chooser !== "reader") {
    const passes = Math.min(get("max_passes"), Math.ceil(get("max_visits") / n));
    const problem = { points, labels, order: rows(get("order"), n), passes };
    return { ...problem, chooser: "order", run: train(problem) };
  }
  const presented = () => get("stream").split(",").map((name) => Number(name) - 1);
  const { stream, all } = chooser === "adversary" ? longestStream(points, labels) : { stream: presented() };
  const order = stream.filter((i) => points[i]);
  const run = train({ points, labels, order, passes: 1, visits: order.length }); // none of an empty order
  return { points, labels, order, chooser, all, run };
}

// All that follows from the state: the run with its weights, the oracle and its margin (0 where there is none), R and
// the bound, what the proof accounts for, and which points are nearest to the oracle's line; and of the k updates that
// have been made, the weights after them, and which points are wrong. Only the last part is new when the run is stepped
// through.
function follower(get) {
  let [known, lasting] = [[], null];
  return () => {
    const given = RUN.map(get);
    if (!lasting || given.some((value, j) => value !== known[j])) [known, lasting] = [given, whole(runOf(get))];
    const { run, weights, z } = lasting;
    const k = get("brief") ? run.mistakes.length : Math.min(get("updates"), run.mistakes.length);
    const wrong = (i, v = weights[k]) => dot(z[i], v) <= 0;
    return { ...lasting, k, wrong, last: run.mistakes[k - 1]?.example };
  };
}

function whole(problem) {
  const { points, labels, run } = problem;
  const { margin, oracle } = separate(points, labels);
  const [u, b] = oracle ? [oracle.slice(0, 2), oracle[2]] : [[0, 0], 0];
  const R = radius(points);
  const weights = path(problem, run);
  const z = signedRows(points, labels);
  const nearest = points.map((x, i) => margin > 0 && labels[i] * score(u, b, x) < margin * (1 + 1e-6));
  const proof = verify(weights, oracle);
  return { ...problem, weights, z, margin, oracle, u, b, R, bound: mistakeBound({ R, margin }), nearest, proof };
}

// The points: circled those with the margin, marked what the weights get wrong; while the first line of the proof is
// lit, what they got wrong before the update.
function proofMarks(get, now, line) {
  const v = now.weights[line ? now.k : now.k - 1];
  const why = (i) => (now.nearest[i] ? "at the margin" : "");
  return examples(get, why, (i) => now.wrong(i, v));
}

const named = (text, colour) => svg("text", { class: "live-note", style: `fill: var(--live-${colour})` }, text);

// The line of the run, and that of the oracle with the two on which its score is +margin and -margin; unless it is
// `brief`, the names of both, the circle of radius sqrt(R^2 - 1), which goes through the longest example, and a spot
// under the point of the last update. Returns what draws them; while the first line of the proof is lit, the run's line
// is that before the update.
function twoLines(plane, brief) {
  const circle = svg("circle", { class: "live-curve before" });
  const spot = svg("circle", { class: "live-spot", r: 21 });
  if (!brief) plane.middle.append(circle, spot);
  const levels = [-1, 1].map((side) => ({ side, line: plane.stroke("live-drop") }));
  const best = plane.stroke("live-line added", { "stroke-dasharray": "8 5" });
  const found = plane.stroke("live-line");
  const [nameBest, nameFound] = [named("oracle", "key"), named("run", "ink")];
  if (!brief) plane.middle.append(nameBest, nameFound);
  return ({ points, weights, k, last, u, b, margin, R }, line) => {
    const [w1, w2, bias] = weights[line ? k : k - 1];
    put(found, "d", plane.line([w1, w2], bias));
    put(best, "d", plane.line(u, b));
    for (const { side, line } of levels) put(line, "d", plane.line(u, b + side * margin));
    put(circle, "cx", plane.px(0));
    put(circle, "cy", plane.py(0));
    put(circle, "r", plane.px(Math.sqrt(R * R - 1)) - plane.px(0));
    const taken = points.map((x) => [plane.px(x[0]), plane.py(x[1])]);
    put(spot, "visibility", last === undefined ? "hidden" : null);
    ["cx", "cy"].forEach((name, j) => put(spot, name, taken[last ?? 0][j]));
    const run = [[w1, w2], bias];
    const rails = margin ? [margin, 0, -margin].map((score) => [u, b + score]) : [];
    taken.push(nameLine(plane, nameFound, run, -1, taken, rails));
    nameLine(plane, nameBest, [u, b], 1, taken, [run, rails[0], rails[2]]);
  };
}

// Length and progress of the weights, so far (the rest of the run is thin), the two curves that bound them, where these
// meet, and what the proof compares after k updates. Returns what draws them, up to the line of the proof that is lit.
function fourCurves(chart) {
  const corridor = chart.stroke("live-tint");
  const [most, least] = [chart.stroke("live-curve before most"), chart.stroke("live-drop least")];
  const rest = [chart.stroke("live-curve other"), chart.stroke("live-curve other")];
  const length = chart.stroke("live-curve length");
  const progress = chart.stroke("live-curve added progress", { "stroke-dasharray": "9 4 1.5 4" });
  const [fence, dots] = [chart.stroke("live-curve other"), chart.stroke("live-knots")];
  const names = [named("√k · R", "soft"), named("length", "ink"), named("progress", "key"), named("k · γ", "key")];
  chart.middle.append(...names);
  const meets = meetingPoint(chart);

  return (now, line) => {
    const { k, run, proof, margin, R, bound } = now;
    const reach = chart.x[1];
    const end = Math.min(bound, reach); // of the corridor
    const upper = (end) => Array.from({ length: 61 }, (_, i) => (i / 60) ** 2 * end).map((x) => [x, Math.sqrt(x) * R]);
    const lower = [0, reach].map((x) => [x, x * margin]);
    put(most, "d", chart.path(upper(reach)));
    put(least, "d", margin ? chart.path(lower) : "");
    put(corridor, "d", margin ? chart.path([...upper(end), [end, end * margin]], true) : "");

    const [lengths, all] = [proof.squaredNorm.map(Math.sqrt), run.mistakes.length];
    [lengths, proof.progress].forEach((values, j) => put(rest[j], "d", chart.path(thinned(values))));
    put(length, "d", chart.path(thinned(lengths.slice(0, line ? k + 1 : k))));
    put(progress, "d", chart.path(thinned(proof.progress.slice(0, k + 1))));
    nameEnds(chart, names[0], names[3], reach, Math.sqrt(reach) * R, margin ? reach * margin : null);
    nameEnds(chart, names[1], names[2], all, lengths[all], margin ? proof.progress[all] : null);

    const heights = [...(margin ? [k * margin, proof.progress[k]] : []), lengths[k], Math.sqrt(k) * R];
    const together = k > 0 && line > 1;
    put(fence, "d", together ? chart.path([heights[0], heights.at(-1)].map((y) => [k, y])) : "");
    put(dots, "d", together ? heights.map((y) => `M${round(chart.px(k))} ${round(chart.py(y))}h0`).join("") : "");
    meets(now);
  };
}

// The three lines of the proof, and under each what it says of the last update.
function proofLines() {
  const lines = [
    ["Progress", "⟨ũ, w̃⟩ grows by y⟨ũ, x̃⟩ ≥ γ"],
    ["Length", "‖w̃‖² grows by 2y⟨w̃, x̃⟩ + ‖x̃‖² ≤ 0 + R²"],
    ["Together", "kγ ≤ ⟨ũ, w̃⟩ ≤ ‖w̃‖ ≤ √k R, so k ≤ R²/γ²"],
  ].map(([name, formula]) => {
    const numbers = html("span", { class: "live-account" });
    return { numbers, line: html("li", {}, html("b", {}, name), " ", html("span", {}, formula), numbers) };
  });
  return {
    element: html("ol", { class: "live-proof" }, ...lines.map(({ line }) => line)),
    draw(now, lit) {
      const told = account(now);
      lines.forEach(({ numbers, line }, j) => {
        put(line, "aria-current", j === lit ? "step" : null);
        write(numbers, j <= lit ? told[j] : "");
      });
    },
  };
}

// The three lines in numbers; without an oracle the first and the last have none.
function account({ k, last, z, weights, oracle, margin, R, bound, proof }) {
  if (!k) return ["", "", ""];
  const [step, was] = [z[last], weights[k - 1]];
  const length = `${number(2 * dot(was, step))} + ${number(dot(step, step))} ≤ 0 + ${number(R * R)}`;
  if (!oracle) return ["no ũ, and no γ", length, "no ũ, and no γ"];
  const heights = [k * margin, proof.progress[k], Math.sqrt(proof.squaredNorm[k]), Math.sqrt(k) * R];
  return [
    `${number(dot(oracle, step))} ≥ ${number(margin)}`,
    length,
    `${heights.map((height) => number(height)).join(" ≤ ")}, so ${k} ≤ ${grouped(bound, 1)}`,
  ];
}

// A line of numbers, 1, 10, 100 and so on, with the mistakes as a dot and the bound as a fence.
function boundLine() {
  const [left, decade] = [12, 66];
  const px = (value) => left + decade * Math.log10(Math.max(1, Math.min(value, 2e5)));
  const ticks = [1, 10, 100, 1000, 10_000, 100_000].flatMap((value) => [
    svg("path", { d: `M${px(value)} 34v5` }),
    svg("text", { x: px(value), y: 53, "text-anchor": value > 1 ? "middle" : "start" }, grouped(value)),
  ]);
  const fence = svg("path", { class: "live-fence" });
  const dot = svg("circle", { class: "live-knot", cy: 34, r: 6 });
  const [mistakes, most] = [named("", "ink"), named("", "key")];
  const axes = svg("g", { class: "live-axes" }, svg("path", { d: `M${left} 34H354` }), ...ticks);
  const label = "The mistakes of the run and the bound on them, on a logarithmic line";
  const line = { viewBox: "0 0 360 58", class: "live-plane", role: "img", "aria-label": label };
  return {
    svg: svg("svg", line, axes, fence, dot, mistakes, most),
    draw({ run, bound }) {
      const k = run.mistakes.length;
      put(fence, "d", bound < Infinity ? `M${px(bound)} 16v24` : "");
      put(dot, "cx", px(k));
      write(mistakes, counted(k, "mistake"));
      write(most, bound < Infinity ? `bound ${bound < 100 ? number(bound, 1) : grouped(possible(bound))}` : "no bound");
      place(mistakes, px(k), 26, "end");
      place(most, Math.min(px(bound), 300) + 6, 14);
    },
  };
}

// The six points of the chapter, and states that reach the goals.
const SIX = [
  [-0.5, 2.5],
  [-2.5, -0.5],
  [4, 0],
  [-4, -1.5],
  [0, 1],
  [4, -2],
];
const RIGHT = [1, -1, 1, -1, 1, -1];
const AFRESH = { order: [], chooser: "order", stream: "", updates: END };

function goals(get, now) {
  const six = () => JSON.stringify([get("points"), get("labels")]) === JSON.stringify([SIX, RIGHT]);
  const made = () => now().run.mistakes.length;
  return [
    {
      say: "Reach the bound: as many mistakes as it allows.",
      hint: "Two points are enough: delete the others, and put one on each side of the middle.",
      reached: () => now().margin > 0 && made() === Math.floor(now().bound * (1 + 1e-9)),
      state: { ...AFRESH, points: [[-1, 0], [1, 0]], labels: [-1, 1] },
    },
    {
      say: "A bound above 1,000, and a run in order of at most five mistakes.",
      hint: "Bring a square close to a circle: nothing else makes the margin as small.",
      reached: () => now().chooser === "order" && now().run.converged && now().bound > 1000 && made() <= 5,
      state: { ...AFRESH, points: SIX.with(5, [3.9, -0.1]), labels: RIGHT },
    },
    {
      say: "You choose: force eleven mistakes on the six points of the start.",
      hint: "Watch the adversary: which two points does it present?",
      reached: () => now().chooser === "reader" && six() && made() >= 11,
      state: { ...AFRESH, points: SIX, labels: RIGHT, chooser: "reader", stream: "3,6,3,6,3,6,3,6,3,6,3" },
    },
  ];
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
function fit(chart, { run, margin, R, bound }) {
  const k = run.mistakes.length; // none where the reader has not chosen yet
  const far = nice(Math.max(2, margin ? Math.min(1.25 * Math.max(bound, k), 5 * Math.max(k, 5)) : 1.25 * k));
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
// further in, or on its other side, where these places are `taken` or near `others`, lines. Returns its place.
function nameLine(plane, element, line, side, taken, others) {
  const seen = ([w, b] = [[0, 0], 0]) => plane.ends(w, b).map((p) => [plane.px(p[0]), plane.py(p[1])]);
  const ends = seen(line);
  put(element, "visibility", ends.length > 1 ? null : "hidden");
  if (ends.length < 2) return [Infinity, Infinity];
  const [from, to] = ends.sort((p, q) => side * (q[0] - p[0]));
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = Math.hypot(dx, dy) || 1;
  const off = 10 + (16 * Math.abs(dy)) / length; // a word is wider than high
  const at = (far, off) => [from[0] + (far * dx + off * dy) / length, from[1] + (far * dy - off * dx) / length];
  const apart = ([x, y], [[p, q], [u, v]]) =>
    Math.abs((u - p) * (y - q) - (v - q) * (x - p)) > 13 * Math.hypot(u - p, v - q);
  const rails = others.map(seen).filter((ends) => ends.length > 1);
  const free = ([x, y]) => taken.every(([p, q]) => Math.hypot((x - p) / 1.6, y - q) > 20);
  const clear = (place) => free(place) && rails.every((rail) => apart(place, rail));
  const steps = Array.from({ length: Math.max(1, Math.floor((length - 36) / 12)) }, (_, k) => 36 + 12 * k);
  const places = [side * off, -side * off].flatMap((off) => steps.map((far) => at(far, off)));
  const [x, y] = places.find(clear) ?? places.find(free) ?? places[0];
  place(element, x, y + 4, "middle");
  return [x, y];
}

const possible = (bound) => Math.floor(bound * (1 + 1e-9)); // a bound that is whole must not lose one to rounding

function summary({ run, bound, oracle }) {
  return oracle
    ? `This run makes ${mistakes(run)}; no run on these points makes more than ${grouped(possible(bound))}.`
    : `No end after ${mistakes(run)}: nothing separates these points.`;
}

function report({ margin, R, bound, ...now }) {
  return [
    margin
      ? `γ = ${number(margin, 3)}, R = ${number(R, 3)}: the curves meet at k = R²/γ² = ${grouped(bound, 2)}, ` +
        `so at most ${counted(possible(bound), "mistake", grouped(possible(bound)))}, in any order.`
      : "Nothing separates these points: no margin, no oracle, no bound.",
    { adversary, reader }[now.chooser]?.(now) ?? passes(now, bound),
  ].join(" ");
}

const mistakes = ({ mistakes: { length } }) => counted(length, "mistake", grouped(length));

function passes({ points, order, run }, bound) {
  const count = Math.ceil(run.visits / order.length);
  return [
    run.converged
      ? `This run makes ${mistakes(run)}, ${Number(((100 * run.mistakes.length) / bound).toPrecision(2))}% of the ` +
        `bound, and converges in pass ${count}.`
      : `This run makes ${mistakes(run)} in ${count} passes and ${bound < Infinity ? "is not over" : "has no end"}.`,
    points.length <= 12 && order.some((i, t) => i !== t) ? `Order: ${order.map((i) => i + 1).join(" ")}.` : "",
  ].join(" ");
}

const adversary = ({ run, all }) =>
  `The adversary makes it err ${run.mistakes.length} times` + (all ? ": no stream costs more mistakes." : ".");

function reader({ points, k, wrong, run }) {
  const [count, all] = [points.filter((_, i) => wrong(i)).length, points.length];
  const so = `You made it err ${counted(k, "time")}: `;
  if (k < run.mistakes.length) return `${so}a click on a wrong point goes on from here.`;
  if (!count) return `${so}no point is wrong any more.`;
  return `${so}${count} of ${all} points ${count > 1 ? "are" : "is"} wrong, click one.`;
}

export default { render, shared, lists: ["points", "labels", "order"] }; // lists of any length, the same for all
