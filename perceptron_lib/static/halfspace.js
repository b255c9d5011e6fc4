// The halfspace explorer: turn the normal vector, shift the line, measure distances.
import {
  Plane,
  button,
  change,
  choice,
  clip,
  figure,
  foot,
  mark,
  movable,
  number,
  pair,
  put,
  row,
  signed,
  slider,
  svg,
} from "./draw.js";
import { score } from "./learn.js";

const QUESTION =
  "Pull the arrow longer without turning it: what changes, the line, the scores or the distances? " +
  "Then choose the clouds, and put the line where all sixty points are right.";
const shared = ["points", "labels", "w", "b", "probe", "window", "names", "shown"];

function render({ model, el }) {
  const get = (name) => model.get(name);
  const { x, y } = frame();
  const plane = new Plane({
    label: "Points, a line and its normal vector w",
    x,
    y,
    names: get("names"),
    height: 330,
    equal: true,
  });
  const sides = ["plus", "minus"].map((name) => plane.back.appendChild(svg("path", { fill: plane.fill(name) })));
  const line = plane.middle.appendChild(svg("path", { class: "live-line" }));
  const drop = plane.middle.appendChild(svg("path", { class: "live-drop" }));
  const normal = plane.middle.appendChild(svg("path", { class: "live-arrow" }));

  function frame() {
    const [left, right, bottom, top] = get("window");
    return { x: [left, right], y: [bottom, top] };
  }

  // The arrow begins at the point of the line nearest to the middle. It has the length of w, or what there is room for.
  let anchor = null; // kept while the tip is moved
  const base = () => anchor ?? foot(get("w"), get("b"), plane.centre);
  const room = () => Math.min(1, (0.45 * (plane.y[1] - plane.y[0])) / Math.hypot(...get("w")));
  const tip = () => base().map((value, j) => value + room() * get("w")[j]);
  for (const end of ["pointerup", "pointercancel", "keyup"])
    plane.svg.addEventListener(end, () => {
      anchor = null;
    });

  const marks = movable(plane, {
    list: () => [
      { at: get("probe"), mark: "probe", name: "measuring point x", note: "x", under: true },
      { at: tip(), mark: "handle", name: "tip of the normal vector w", note: "w" },
      ...get("points").map((at, i) => ({
        at,
        mark: mark(get("labels")[i]),
        name: `point ${i + 1}, class ${signed(get("labels")[i])}`,
      })),
    ],
    move(i, at) {
      if (i === 0) return change(model, { probe: at });
      if (i > 1) return change(model, { points: get("points").with(i - 2, at) });
      const held = base();
      const w = at.map((value, j) => (value - held[j]) / room());
      if (Math.hypot(...w) < 0.02 * (plane.x[1] - plane.x[0])) return; // w = 0 has no line
      anchor = held;
      change(model, { w, b: -(w[0] * held[0] + w[1] * held[1]) });
    },
  });
  plane.svg.addEventListener("pointermove", (event) => {
    const over = event.target.closest(".live-mark:not(.probe)"); // there the pointer is about to take hold
    if (event.pointerType === "mouse" && !event.buttons && !over)
      change(model, { probe: plane.inside(plane.at(event)) });
  });

  const scale = (factor) => change(model, { w: get("w").map((value) => factor * value), b: factor * get("b") });
  const bias = slider(
    "bias b",
    {},
    () => get("b"),
    (b) => change(model, { b }),
  );
  const sets = get("sets");
  const data = choice(
    "data",
    sets.map(({ name }) => [name, name]),
    () => get("shown"),
    (name) => {
      const { points, labels, w, b, probe, window, names } = sets.find((set) => set.name === name);
      change(model, { points, labels, w, b, probe, window, names, shown: name });
    },
  );
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
      const { x, y } = frame();
      plane.show(x, y, get("names"));
      const length = Math.hypot(...w);
      put(sides[0], "d", plane.path(clip(plane.corners, w, b), true));
      const turned = w.map((v) => -v);
      put(sides[1], "d", plane.path(clip(plane.corners, turned, -b), true));
      put(line, "d", plane.line(w, b));
      put(drop, "d", plane.path([probe, foot(w, b, probe)]));
      put(normal, "d", plane.arrow(base(), tip()));
      marks.draw();
      const most = Number(
        (1.2 * Math.max(...plane.corners.map((p) => Math.abs(score(w, 0, p))), Math.abs(b))).toPrecision(2),
      );
      bias.draw({ min: -most, max: most, step: most / 200 });
      data.draw();
      const s = score(w, b, probe);
      const right = get("points").filter((p, i) => get("labels")[i] * score(w, b, p) > 0).length;
      return [
        `w = ${pair(w)}, b = ${number(b)}, length of w ${number(length)}.`,
        `x = ${pair(probe)}: score ${number(s)},`,
        `signed distance ${number(s)} / ${number(length)} = ${number(s / length)},`,
        `foot point ${pair(foot(w, b, probe))}, prediction ${signed(s)}.`,
        `${right} of ${get("points").length} points are right.`,
      ].join(" ");
    },
  });
}

export default { render, shared, lists: ["points", "labels"] }; // lists of any length, the same for all
