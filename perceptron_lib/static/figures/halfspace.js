// The halfspace explorer: turn the normal vector, shift the line, measure scores and distances.
import { button, choice, row, slider } from "../drawing/controls.js";
import { brief, number, pair, put, signed } from "../drawing/elements.js";
import { figure, stateOf } from "../drawing/figure.js";
import { Marks, draggable, example } from "../drawing/marks.js";
import { Plane, frame, ticks } from "../drawing/plane.js";
import { dot, foot, right, score } from "../mathematics/halfspaces.js";

const QUESTION = "Pull the tip of w, push the line, and watch the score of x.";
const BRIEF = "Drag w or the line until all six students are right.";
const HELP =
  "Tab goes to the tip of w, to x and to the points (Page Up and Page Down where there are many). The arrow keys " +
  "move them, with Shift ten times as far. x follows the mouse until a click; after the next click it follows again.";
const shared = ["points", "labels", "w", "b", "probe", "window", "names", "shown"];

function render({ model, el }) {
  const state = stateOf(model);
  const { get, set } = state;
  const small = get("brief");
  const label = "Points, a line and its normal vector w";
  const plane = new Plane({ label, height: small ? 215 : 330, equal: true, ...frame(get) });
  const [halves, depths] = [plane.halves(), plane.depths(4)];
  const [line, drop, normal, grip] = ["live-line", "live-drop", "live-arrow", "live-grip"].map((n) => plane.stroke(n));
  const arrow = normalVector(plane, get, paint);
  let fixed = false; // x follows the mouse until a click

  const marks = new Marks(plane, {
    list: () => [
      { at: arrow.tip(), mark: "handle", name: "tip of the normal vector w", note: "w" },
      { at: get("probe"), mark: "probe", name: `measuring point x${fixed ? ", fixed" : ""}`, note: "x", ring: fixed },
      ...get("points").map((at, i) => {
        const label = get("labels")[i];
        return { ...example(at, i, label), wrong: !right(get("w"), get("b"), at, label) };
      }),
    ],
    move(i, at) {
      if (i === 0) set(arrow.pull(at, marks.held === 0));
      else if (i === 1) set({ probe: at });
      else set({ points: get("points").with(i - 2, at) });
    },
    empty(at) {
      fixed = !fixed;
      set({ probe: at });
      marks.draw();
    },
  });
  plane.svg.addEventListener("pointermove", (event) => {
    const over = event.target.closest(".live-mark, .live-grip"); // there the pointer is about to take hold
    if (event.pointerType === "mouse" && !event.buttons && !over && !fixed) {
      set({ probe: marks.snapped(plane.at(event)) });
    }
  });

  function paint() {
    put(normal, "d", plane.arrow(arrow.base(), arrow.tip()));
    marks.draw();
  }

  // The line goes with the pointer: its score there stays.
  draggable(grip, plane, (at) => {
    const kept = score(get("w"), get("b"), at);
    return { move: (to) => set({ b: hundredths(kept - dot(get("w"), plane.inside(to))) }) };
  });

  const bias = slider("bias b", {}, state.bound("b"));
  const data = dataChoice(state);
  const scale = (factor) => set({ w: get("w").map((value) => factor * value), b: factor * get("b") });
  const buttons = row(
    button("2 (w, b)", () => scale(2), "Double w and b"),
    button("− (w, b)", () => scale(-1), "Exchange the two sides"),
    button("(w, b) / ‖w‖", () => scale(1 / Math.hypot(...get("w"))), "Divide w and b by the length of w"),
    data,
  );

  return figure(model, el, {
    question: small ? BRIEF : QUESTION,
    brief: small,
    goals: goalsOf(get),
    shared,
    position: "probe",
    parts: [plane.svg, bias, ...(small ? [] : [buttons])],
    help: HELP,
    draw() {
      const [w, b, probe] = [get("w"), get("b"), get("probe")];
      plane.show(frame(get));
      const [u, v] = ticks(plane.x, 6);
      halves(w, b);
      depths(w, b, v - u);
      for (const path of [line, grip]) put(path, "d", plane.line(w, b));
      put(drop, "d", small ? "" : plane.path([probe, foot(w, b, probe)]));
      paint();
      const farthest = Math.max(...plane.corners.map((p) => Math.abs(score(w, 0, p))), Math.abs(b));
      const most = Number((1.2 * farthest).toPrecision(2));
      bias.draw({ min: -most, max: most, step: most / 200 });
      data.draw();
      return small ? sum(w, b, probe, count(get)) : report(w, b, probe, count(get));
    },
  });
}

const hundredths = (value) => Math.round(100 * value) / 100;

// The arrow of w begins at the point of the line nearest to the middle, and has the length of w, or what there is room
// for. While its tip is pulled, where it begins stays, and a pointer has to leave its direction by four degrees.
// `settle()` draws it anew when it is let go.
function normalVector(plane, get, settle) {
  let held = null;
  const drop = () => {
    held = null;
    settle();
  };
  for (const end of ["pointerup", "pointercancel", "keyup"]) plane.svg.addEventListener(end, drop);
  const now = () => {
    const [w, b] = [get("w"), get("b")];
    const room = Math.min(1, (0.45 * (plane.y[1] - plane.y[0])) / Math.hypot(...w));
    return { w, b, room, from: foot(w, b, plane.centre) };
  };
  const from = () => (held ?? now()).from;
  return {
    base: from,
    tip: () => from().map((value, j) => value + (held ?? now()).room * get("w")[j]),
    pull(at, sticky) {
      held ??= now();
      const v = at.map((value, j) => (value - held.from[j]) / held.room);
      const [along, across] = [dot(held.w, v), held.w[0] * v[1] - held.w[1] * v[0]];
      if (sticky && Math.abs(across) < 0.07 * along) {
        const factor = Math.max(1, Math.round((20 * along) / dot(held.w, held.w))) / 20;
        return { w: held.w.map((value) => factor * value), b: factor * held.b };
      }
      const w = v.map(hundredths);
      if (Math.hypot(...w) < 0.02 * (plane.x[1] - plane.x[0])) return {}; // w = 0 has no line
      return { w, b: hundredths(-score(w, 0, held.from)) };
    },
  };
}

// Sets of points, each a state with a line and a window of its own.
function dataChoice({ get, set }) {
  const names = Object.fromEntries(get("sets").map(({ shown }) => [shown, shown]));
  return choice("data", names, {
    get: () => get("shown"),
    set: (name) => set(get("sets").find(({ shown }) => shown === name)),
  });
}

const count = (get) => {
  const [w, b, labels] = [get("w"), get("b"), get("labels")];
  return [get("points").filter((x, i) => right(w, b, x, labels[i])).length, labels.length];
};

const near = (u, v, tolerance) => Math.abs(u - v) < tolerance;

function goalsOf(get) {
  const [students, clouds] = ["students", "clouds"].map((name) => get("sets").find(({ shown }) => shown === name));
  if (!students || !clouds) return [];
  const length = () => Math.hypot(...get("w"));
  return [
    {
      say: "Make w twice as long, and leave the line of the students where it was.",
      hint: "Pull the tip straight away from the line: the arrow keeps its direction until it is clearly turned.",
      reached: () =>
        get("shown") === students.shown &&
        [...get("w"), get("b")].every((value, j) => near(value, 2 * [...students.w, students.b][j], 0.1)),
      state: { ...students, w: students.w.map((value) => 2 * value), b: 2 * students.b },
    },
    {
      say: "Make the score of x its signed distance.",
      hint: "The signed distance is the score divided by the length of w. Which length changes nothing?",
      reached: () => near(length(), 1, 0.005) && !near(score(get("w"), get("b"), get("probe")), 0, 0.005),
      state: { ...students, w: [-0.6, -0.8], b: 8.6 },
    },
    {
      say: "Get all sixty points of the clouds right.",
      hint: "Turn w towards the cloud of the circles; then push the line between the clouds.",
      reached: () => get("shown") === clouds.shown && count(get).join() === "60,60",
      state: { ...clouds, w: [1, 1], b: -1 },
    },
  ];
}

const plus = (value) => `${value < 0 ? "−" : "+"} ${brief(Math.abs(value))}`;

// How the score of x comes about, term by term.
function sum([w1, w2], b, [x1, x2], [correct, all]) {
  const s = score([w1, w2], b, [x1, x2]);
  return [
    `Score of x: ${brief(w1)} · ${brief(x1)} ${plus(w2)} · ${brief(x2)} ${plus(b)} = ${brief(s)},`,
    `so ${signed(s)}. ${correct} of ${all} students are right.`,
  ].join(" ");
}

function report(w, b, probe, [correct, all]) {
  const [length, s] = [Math.hypot(...w), score(w, b, probe)];
  return [
    `w = ${pair(w)}, b = ${number(b)}, length of w ${number(length)}.`,
    `x = ${pair(probe)}: score ${number(s)},`,
    `signed distance ${number(s)} / ${number(length)} = ${number(s / length)},`,
    `foot point ${pair(foot(w, b, probe))}, prediction ${signed(s)}.`,
    `${correct} of ${all} points are right.`,
  ].join(" ");
}

export default { render, shared, lists: ["points", "labels"] }; // lists of any length, the same for all
