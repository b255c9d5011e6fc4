// The playground: the perceptron algorithm on points that the reader moves, adds, flips and deletes.
import { counted, fill, grouped, number, pair, svg, put, table, write } from "../drawing/elements.js";
import { button, choice, figure, row, slider, stateOf } from "../drawing/figure.js";
import { Marks, editing, examples } from "../drawing/marks.js";
import { Plane, frame } from "../drawing/plane.js";
import { mistakeBound, radius } from "../mathematics/convergence.js";
import { dot, score } from "../mathematics/halfspaces.js";
import { separate } from "../mathematics/separability.js";
import { path, rows, shuffled, train } from "../mathematics/training.js";

const QUESTION =
  "Step through the run: does every update help? Then move the points until the run needs more than fifty mistakes, " +
  "and still converges.";
const BRIEF = "Press Learn until no point is wrong. Then drag a point: the perceptron learns anew while you drag.";
const shared = ["points", "labels", "order", "delta", "w0", "b0", "visits"];

const END = 1_000_000; // visits: more than any run here makes
const LINES = 5; // of the table

function render({ model, el }) {
  const state = stateOf(model);
  const { get, set } = state;
  const label = "Points, the line of the perceptron, and its weights as an arrow";
  const plane = new Plane({ label, height: 330, equal: true, ...frame(get) });
  const [halves, arrows] = [plane.halves(), weightArrows(plane)];
  const brief = get("brief");
  let now = follow(get);

  const marks = new Marks(plane, {
    list: () => examples(get, (i) => (i === now.hand ? "at hand" : "")),
    move: (i, at) => set({ points: get("points").with(i, at) }),
    act: (i, key) => (key === "Enter" ? edit.relabel() : edit.remove()),
  });
  const edit = editing(state, marks, (label) => -label);
  const edits = row(
    button("Add +1", () => edit.add(1)),
    button("Add −1", () => edit.add(-1)),
    button("Flip", edit.relabel, "Give the chosen point the other label"),
    button("Delete", edit.remove, "Delete the chosen point"),
  );

  const walks = walkButtons(get, set, () => now.run, brief);
  const options = optionControls(state);
  const log = table("The last updates, and the weights after them", ["visit", "point", "y · score", "w", "b"], LINES);

  const close = figure(model, el, {
    question: brief ? BRIEF : QUESTION,
    shared,
    parts: brief ? [walks.row, plane.svg] : [plane.svg, walks.row, edits, row(...options), log],
    keys: "; Enter flips its label, Delete removes it",
    draw() {
      now = follow(get);
      plane.show(frame(get));
      const { w, b } = now.run;
      halves(w, b);
      arrows(now);
      marks.draw();
      fill(log, lines(now));
      for (const control of options) control.draw();
      walks.permit(now);
      return brief ? summary(now) : report(now);
    },
  });
  if (brief) el.lastChild.classList.add("live-brief"); // one line of numbers is enough
  return close;
}

// All that follows from the state: the run so far, the example at hand (-1 at its end), and the padded weights, before
// the last visit as well if it made an update.
function follow(get) {
  const names = ["points", "labels", "order", "w0", "b0", "delta"];
  const problem = Object.fromEntries(names.map((name) => [name, get(name)]));
  const n = problem.points.length;
  problem.passes = Math.min(get("max_passes"), Math.ceil(get("max_visits") / n));
  const run = train({ ...problem, visits: get("visits") });
  const visited = rows(problem.order, n);
  const over = run.converged || run.visits >= problem.passes * visited.length;
  const hand = over ? -1 : visited[run.visits % visited.length];
  const pass = Math.max(1, Math.ceil(run.visits / visited.length));
  const weights = path(problem, run);
  const was = run.mistakes.at(-1)?.visit === run.visits - 1 ? weights.at(-2) : null;
  return { ...problem, run, over, hand, pass, weights, was };
}

// The lines and the weights as arrows, before (dashed) and after the last update. Returns what draws them.
function weightArrows(plane) {
  const [before, after] = [plane.stroke("live-line before"), plane.stroke("live-line")];
  const [old, added, weights] = ["before", "added", ""].map((name) => plane.stroke(`live-arrow ${name}`.trim()));
  const caption = svg("text", { x: plane.right - 4, y: plane.top + 12, class: "live-note end" });
  plane.middle.append(caption);
  return ({ run: { w, b }, was }) => {
    put(after, "d", plane.line(w, b));
    put(before, "d", was ? plane.line(was.slice(0, 2), was[2]) : "");

    // From the origin, shortened together if one of them would leave the plane.
    const zero = plane.inside([0, 0]);
    const room = (v, j, [low, high]) => (v[j] ? (0.95 * ((v[j] > 0 ? high : low) - zero[j])) / v[j] : Infinity);
    const scale = Math.min(1, ...[w, was ?? w].flatMap((v) => [room(v, 0, plane.x), room(v, 1, plane.y)]));
    const tip = (v) => [zero[0] + scale * v[0], zero[1] + scale * v[1]];
    put(weights, "d", plane.arrow(zero, tip(w)));
    put(old, "d", was ? plane.arrow(zero, tip(was)) : "");
    put(added, "d", was ? plane.arrow(tip(was), tip(w)) : "");
    write(caption, scale < 1 ? `arrows at ${number(scale)} of their length` : "");
  };
}

// The buttons that go through the run; `permit` disables those that lead nowhere.
function walkButtons(get, set, run, brief) {
  const go = (visits) => set({ visits: Math.max(0, visits) });
  const next = () => {
    const whole = follow((name) => (name === "visits" ? END : get(name))).run;
    const rest = whole.mistakes.slice(run().mistakes.length);
    go(rest.length > (brief ? 1 : 0) ? rest[0].visit + 1 : END); // a brief one is at its end after the last update
  };
  const back = [button("Back", () => go(run().visits - 1)), button("To start", () => go(0))];
  const learn = button(brief ? "Learn" : "Next mistake", next);
  const on = [button("Step", () => go(run().visits + 1)), learn, button("Run", () => go(END))];
  return {
    row: brief ? row(learn, back[1]) : row(back[0], ...on, back[1]),
    permit({ run, over }) {
      for (const step of back) step.disabled = run.visits === 0;
      for (const step of on) step.disabled = over;
    },
  };
}

// Threshold, order and start.
function optionControls({ get, set, bound }) {
  const any = () => Math.round(40 * Math.random() - 20) / 10;
  return [
    slider("threshold δ", { min: 0, max: 4, step: 0.25 }, bound("delta")),
    choice(
      "order",
      { rows: "as numbered", shuffled: "shuffled" },
      {
        get: () => (get("order").length ? "shuffled" : "rows"),
        set: (name) => set({ order: name === "rows" ? [] : shuffled(get("points").length) }),
      },
    ),
    choice(
      "start",
      { zero: "zero", random: "random" },
      {
        get: () => (get("b0") || get("w0").some(Boolean) ? "random" : "zero"),
        set: (name) => set(name === "zero" ? { w0: [0, 0], b0: 0 } : { w0: [any(), any()], b0: any() }),
      },
    ),
  ];
}

const margin = ({ points, labels }, [w1, w2, b], i) => labels[i] * score([w1, w2], b, points[i]);

// The last updates, the newest first.
const lines = ({ run, weights, ...problem }) =>
  run.mistakes
    .slice(-LINES)
    .reverse()
    .map(({ example: i, visit }, r) => {
      const [then, now] = [weights.at(-2 - r), weights.at(-1 - r)];
      return [`${visit + 1}`, `${i + 1}`, number(margin(problem, then, i)), pair(now), number(now[2])];
    });

const wrong = (now, v) => now.points.filter((_, i) => margin(now, v, i) <= now.delta).length;

// How many points are wrong, and how many updates it took.
function summary(now) {
  const [count, updates] = [wrong(now, now.weights.at(-1)), counted(now.run.mistakes.length, "update")];
  return count
    ? `${count} of ${now.points.length} points ${count === 1 ? "is" : "are"} wrong, after ${updates}.`
    : `Learned: after ${updates} no point is wrong.`;
}

function report(now) {
  const { points, run, over, hand, pass, passes, delta, weights, was } = now;
  const [w, count] = [weights.at(-1), points.length];
  const atHand = () => {
    const m = margin(now, w, hand);
    return `At hand: point ${hand + 1}, y · score ${number(m)}, ${m <= delta ? "a mistake" : "right"}.`;
  };
  return [
    `Visit ${run.visits}, pass ${pass}.`,
    run.converged
      ? "Converged: a whole pass without a mistake."
      : over
        ? `Stopped after ${passes} passes, and not converged.`
        : atHand(),
    `${wrong(now, w)} of ${count} points ${wrong(now, w) === 1 ? "is" : "are"} wrong` +
      (was ? `; before the last update ${wrong(now, was)}.` : "."),
    `${counted(run.mistakes.length, "mistake")} so far;`,
    bounded(now),
  ].join(" ");
}

// How many mistakes are possible.
function bounded({ points, labels, delta, weights: [start] }) {
  const { margin, oracle } = separate(points, labels);
  if (!margin) return "nothing separates these points, so there is no bound.";
  const R = radius(points);
  const bound = mistakeBound({ R, margin, delta, start: Math.hypot(...start), along: dot(start, oracle) });
  const most = grouped(Math.floor(bound * (1 + 1e-9))); // a whole bound must not lose one to rounding
  return `at most ${most} are possible (R = ${number(R)}, γ = ${number(margin, 3)}).`;
}

export default { render, shared, lists: ["points", "labels", "order"] }; // lists of any length, the same for all
