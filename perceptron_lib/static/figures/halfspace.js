// The halfspace explorer: turn the normal vector, shift the line, measure distances.
import { button, choice, row, slider } from "../drawing/controls.js";
import { number, pair, put, signed } from "../drawing/elements.js";
import { figure, stateOf } from "../drawing/figure.js";
import { Marks, example } from "../drawing/marks.js";
import { Plane, frame } from "../drawing/plane.js";
import { foot, right, score } from "../mathematics/halfspaces.js";

const QUESTION =
  "Pull the arrow longer without turning it: what changes, the line, the scores or the distances? " +
  "Then choose the clouds, and put the line where all sixty points are right.";
const shared = ["points", "labels", "w", "b", "probe", "window", "names", "shown"];

function render({ model, el }) {
  const state = stateOf(model);
  const { get, set } = state;
  const label = "Points, a line and its normal vector w";
  const plane = new Plane({ label, height: 330, equal: true, ...frame(get) });
  const halves = plane.halves();
  const [line, drop, normal] = ["live-line", "live-drop", "live-arrow"].map((name) => plane.stroke(name));
  const arrow = normalVector(plane, get, set);
  const marks = new Marks(plane, {
    list: () => [
      { at: get("probe"), mark: "probe", name: "measuring point x", note: "x", under: true },
      { at: arrow.tip(), mark: "handle", name: "tip of the normal vector w", note: "w" },
      ...get("points").map((at, i) => {
        const label = get("labels")[i];
        return { ...example(at, i, label), wrong: !right(get("w"), get("b"), at, label) };
      }),
    ],
    move(i, at) {
      if (i === 0) set({ probe: at });
      else if (i === 1) arrow.pull(at);
      else set({ points: get("points").with(i - 2, at) });
    },
  });
  plane.svg.addEventListener("pointermove", (event) => {
    const over = event.target.closest(".live-mark:not(.probe)"); // there the pointer is about to take hold
    if (event.pointerType === "mouse" && !event.buttons && !over) set({ probe: plane.inside(plane.at(event)) });
  });

  const bias = slider("bias b", {}, state.bound("b"));
  const data = dataChoice(state);
  const scale = (factor) => set({ w: get("w").map((value) => factor * value), b: factor * get("b") });
  const buttons = row(
    button("2 (w, b)", () => scale(2), "Double w and b"),
    button("½ (w, b)", () => scale(0.5), "Halve w and b"),
    button("− (w, b)", () => scale(-1), "Exchange the two sides"),
    data,
  );

  return figure(model, el, {
    question: QUESTION,
    shared,
    parts: [plane.svg, bias, buttons],
    draw() {
      const [w, b, probe] = [get("w"), get("b"), get("probe")];
      plane.show(frame(get));
      halves(w, b);
      put(line, "d", plane.line(w, b));
      put(drop, "d", plane.path([probe, foot(w, b, probe)]));
      put(normal, "d", plane.arrow(arrow.base(), arrow.tip()));
      marks.draw();
      const farthest = Math.max(...plane.corners.map((p) => Math.abs(score(w, 0, p))), Math.abs(b));
      const most = Number((1.2 * farthest).toPrecision(2));
      bias.draw({ min: -most, max: most, step: most / 200 });
      data.draw();
      return report(w, b, probe, get("points"), get("labels"));
    },
  });
}

// The arrow of w begins at the point of the line nearest to the middle, and has the length of w, or what there is room
// for. While its tip is pulled, it is held there.
function normalVector(plane, get, set) {
  let held = null;
  for (const end of ["pointerup", "pointercancel", "keyup"]) plane.svg.addEventListener(end, () => (held = null));
  const base = () => held ?? foot(get("w"), get("b"), plane.centre);
  const room = () => Math.min(1, (0.45 * (plane.y[1] - plane.y[0])) / Math.hypot(...get("w")));
  const tip = () => base().map((value, j) => value + room() * get("w")[j]);
  const pull = (at) => {
    const from = base();
    const w = at.map((value, j) => (value - from[j]) / room());
    if (Math.hypot(...w) < 0.02 * (plane.x[1] - plane.x[0])) return; // w = 0 has no line
    held = from;
    set({ w, b: -score(w, 0, from) });
  };
  return { base, tip, pull };
}

// Sets of points, each a state with a line and a window of its own.
function dataChoice({ get, set }) {
  const names = Object.fromEntries(get("sets").map(({ shown }) => [shown, shown]));
  return choice("data", names, {
    get: () => get("shown"),
    set: (name) => set(get("sets").find(({ shown }) => shown === name)),
  });
}

function report(w, b, probe, points, labels) {
  const [length, s] = [Math.hypot(...w), score(w, b, probe)];
  return [
    `w = ${pair(w)}, b = ${number(b)}, length of w ${number(length)}.`,
    `x = ${pair(probe)}: score ${number(s)},`,
    `signed distance ${number(s)} / ${number(length)} = ${number(s / length)},`,
    `foot point ${pair(foot(w, b, probe))}, prediction ${signed(s)}.`,
    `${points.filter((x, i) => right(w, b, x, labels[i])).length} of ${points.length} points are right.`,
  ].join(" ");
}

export default { render, shared, lists: ["points", "labels"] }; // lists of any length, the same for all
