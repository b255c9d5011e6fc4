// The playground: the perceptron algorithm on points that the reader moves, adds, flips and deletes.
import { button, choice, row, slider } from "../drawing/controls.js";
import { counted, fill, grouped, number, pair, svg, put, table, write } from "../drawing/elements.js";
import { figure, stateOf } from "../drawing/figure.js";
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
const [LOOK, TURN] = [600, 400]; // milliseconds: the two beats of an update

function render({ model, el }) {
  const state = stateOf(model);
  const { get, set } = state;
  const label = "Points, the line of the perceptron, and its weights as an arrow";
  const plane = new Plane({ label, height: 330, equal: true, ...frame(get) });
  const [halves, arrows] = [plane.halves(), weightArrows(plane)];
  const brief = get("brief");
  let now = follow(get);
  const beats = twoBeats(paint);

  const marks = new Marks(plane, {
    list() {
      if (get("points") !== now.points) now = follow(get); // one was added or deleted, and is drawn at once
      return visitedMarks(get, now, beats.part());
    },
    move: (i, at) => set({ points: get("points").with(i, at), ...(brief && learned(now) && { visits: END }) }),
    act: (i, key) => (key === "Enter" ? edit.relabel() : edit.remove()),
  });
  const edit = editing(state, marks, (label) => -label);
  const edits = row(
    button("Add +1", () => edit.add(1)),
    button("Add −1", () => edit.add(-1)),
    button("Flip", edit.relabel, "Give the chosen point the other label"),
    button("Delete", edit.remove, "Delete the chosen point"),
  );

  const walks = walkButtons(get, set, () => now.run, beats, brief);
  const options = optionControls(state);
  const log = table("The last updates, and the weights after them", ["visit", "point", "y · score", "w", "b"], LINES);

  // The picture, in the middle of an update too.
  function paint() {
    const part = beats.part();
    const [w1, w2, b] = between(now, part);
    halves([w1, w2], b);
    arrows(now, part);
    marks.draw();
  }

  const close = figure(model, el, {
    question: brief ? BRIEF : QUESTION,
    brief,
    shared,
    position: "visits",
    parts: brief ? [walks.row, plane.svg] : [plane.svg, walks.row, edits, row(...options), log],
    keys: "; Enter flips its label, Delete removes it",
    draw() {
      now = follow(get);
      plane.show(frame(get));
      beats.begin(now.was !== null);
      paint();
      fill(log, lines(now));
      for (const control of options) control.draw();
      walks.permit(now, brief && learned(now));
      return brief ? summary(now) : report(now);
    },
  });
  return () => {
    beats.stop();
    close();
  };
}

// An update in two beats: first the mistake is looked at, then the weights move. `announce` says that the next state
// was reached by a step; `part` is how much of its update has been made: negative while the mistake is looked at, 1 at
// rest.
function twoBeats(paint) {
  let [announced, part, due] = [false, 1, 0];
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const stop = () => {
    cancelAnimationFrame(due);
    part = 1;
  };
  const go = (began) => (time) => {
    const t = (time - began - LOOK) / TURN;
    part = t < 0 ? -1 : calm.matches ? 1 : Math.min(1, t);
    if (part < 1) due = requestAnimationFrame(go(began));
    paint();
  };
  return {
    stop,
    part: () => part,
    announce: () => (announced = true),
    begin(update) {
      stop();
      if (announced && update) {
        part = -1;
        due = requestAnimationFrame((time) => go(time)(time));
      }
      announced = false;
    },
  };
}

// The padded weights when so much of the last update has been made.
function between({ weights, was }, part) {
  const t = Math.max(0, part);
  return weights.at(-1).map((value, j) => (was && t < 1 ? was[j] + t * (value - was[j]) : value));
}

// The points: the one visited last has a ring and shows y times its score, the next one a dotted ring; the wrong ones
// are marked.
function visitedMarks(get, now, part) {
  const weights = (part < 1 && now.was) || now.weights.at(-1);
  const why = (i) => (i === now.visited ? "visited last" : "");
  return examples(get, why).map((mark, i) => {
    const m = margin(now, weights, i);
    const wrong = m <= now.delta;
    const note = i === now.visited && mark.note ? `${mark.note}: ${number(m)}` : mark.note;
    const name = mark.note ? mark.name.replace(mark.note, note) : mark.name; // it holds what is seen
    return { ...mark, name, note, wrong, next: i === now.hand };
  });
}

// All that follows from the state: the run so far, the example visited last and the one at hand (-1 where there is
// none), and the padded weights, before the last visit as well if it made an update.
function follow(get) {
  const names = ["points", "labels", "order", "w0", "b0", "delta"];
  const problem = Object.fromEntries(names.map((name) => [name, get(name)]));
  const n = problem.points.length;
  problem.passes = Math.min(get("max_passes"), Math.ceil(get("max_visits") / n));
  const run = train({ ...problem, visits: get("visits") });
  const visited = rows(problem.order, n);
  const over = run.converged || run.visits >= problem.passes * visited.length;
  const hand = over ? -1 : visited[run.visits % visited.length];
  const last = run.visits && !over ? visited[(run.visits - 1) % visited.length] : -1;
  const pass = Math.max(1, Math.ceil(run.visits / visited.length));
  const weights = path(problem, run);
  const was = run.mistakes.at(-1)?.visit === run.visits - 1 ? weights.at(-2) : null;
  return { ...problem, run, over, visited: last, hand, pass, weights, was };
}

// The lines and the weights as arrows, before (dashed) and after the last update, and what it added: y x, which flies
// to the tip of the weights while the update is made. Returns what draws them.
function weightArrows(plane) {
  const [before, after] = [plane.stroke("live-line before"), plane.stroke("live-line")];
  const [old, added, weights] = ["before", "added", ""].map((name) => plane.stroke(`live-arrow ${name}`.trim()));
  const caption = svg("text", { x: plane.right - 4, y: plane.top + 12, class: "live-note end" });
  plane.middle.append(caption);
  return (now, part) => {
    const { was } = now;
    const [u1, u2, b] = between(now, part);
    put(after, "d", plane.line([u1, u2], b));
    put(before, "d", was ? plane.line(was.slice(0, 2), was[2]) : "");

    // From the origin, shortened together if one of them would leave the plane.
    const zero = plane.inside([0, 0]);
    const w = now.weights.at(-1).slice(0, 2);
    const step = was ? w.map((value, j) => value - was[j]) : null;
    const room = (v, j, [low, high]) => (v[j] ? (0.95 * ((v[j] > 0 ? high : low) - zero[j])) / v[j] : Infinity);
    const all = was ? [w, was, step] : [w];
    const scale = Math.min(1, ...all.flatMap((v) => [room(v, 0, plane.x), room(v, 1, plane.y)]));
    const tip = (v) => [zero[0] + scale * v[0], zero[1] + scale * v[1]];
    const foot = was?.slice(0, 2).map((value) => value * Math.max(0, part)); // of the arrow that flies
    put(weights, "d", plane.arrow(zero, tip([u1, u2])));
    put(old, "d", was ? plane.arrow(zero, tip(was)) : "");
    put(added, "d", was ? plane.arrow(tip(foot), tip(foot.map((value, j) => value + step[j]))) : "");
    write(caption, scale < 1 ? `arrows at ${number(scale)} of their length` : "");
  };
}

// The buttons that go through the run; `permit` disables those that lead nowhere.
function walkButtons(get, set, run, beats, brief) {
  const go = (visits) => set({ visits: Math.max(0, visits) });
  const step = (visits) => {
    beats.announce();
    go(visits);
  };
  const next = () => {
    const whole = follow((name) => (name === "visits" ? END : get(name))).run;
    const [mistake] = whole.mistakes.slice(run().mistakes.length);
    step(mistake ? mistake.visit + 1 : END);
  };
  const back = [button("Back", () => go(run().visits - 1)), button("To start", () => go(0))];
  const learn = button(brief ? "Learn" : "Next mistake", next);
  const on = [button("Step", () => step(run().visits + 1)), learn, button("Run", () => go(END))];
  return {
    row: brief ? row(learn, back[1]) : row(back[0], ...on, back[1]),
    permit({ run, over }, done) {
      for (const step of back) step.disabled = run.visits === 0;
      for (const step of on) step.disabled = over || done;
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

const learned = (now) => !wrong(now, now.weights.at(-1));

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
  const { visited } = now;
  const m = visited < 0 ? 0 : margin(now, was ?? w, visited);
  const verdict = m <= delta ? "a mistake, so it was added to the weights, with the sign of its label" : "right";
  return [
    `Visit ${run.visits}, pass ${pass}` +
      (visited < 0 ? "." : `: point ${visited + 1}, y · score ${number(m)}, ${verdict}.`),
    run.converged
      ? "Converged: a whole pass without a mistake."
      : over
        ? `Stopped after ${passes} passes, and not converged.`
        : `Next is point ${hand + 1}.`,
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
