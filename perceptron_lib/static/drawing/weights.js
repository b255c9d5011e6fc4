// Weight space, beside the plane of the points: here w is a point, and an example is a line.
import { rightWeights, score, solutions } from "../mathematics/halfspaces.js";
import { number, put, svg, write } from "./elements.js";
import { Plane, round } from "./plane.js";

const NEAR = 14; // a line so near to the pointer is meant, in units of the plane
const FEW = 12; // lines have names, and a shadow on the side where they are right
const MOST = 600; // hops, and places ahead, that are drawn
export const LOW = () => matchMedia("(max-width: 30rem)").matches; // a phone has room for two low planes

// The bias is a third axis. Shown is the slice at the present one, so the lines move when it changes, and the trail of
// w is seen from above. `light(i)` is told which line the pointer is on, -1 where on none; `print` writes the bias.
export function weightSpace({ light = () => {}, print = number, height = 330 }) {
  const label = "Weight space: each example is a line, w is a point, its trail behind it";
  const plane = new Plane({ label, height, equal: true, names: ["w₁", "w₂"], ...around([]) });
  put(plane.svg, "role", "img");
  const area = (name) => plane.back.appendChild(svg("path", { class: name }));
  const [cone, chosenHalf] = [area("live-cone"), area("")];
  const classes = [1, -1].map((y) => {
    const name = y > 0 ? "plus" : "minus";
    return { y, shadow: plane.stroke(`live-shadow ${name}`), lines: plane.stroke(`live-example ${name}`) };
  });
  const chosenLine = plane.stroke("");
  const future = plane.stroke("live-stops ahead");
  const trail = plane.stroke("live-trail");
  const stops = plane.stroke("live-stops");
  const hop = plane.stroke("live-arrow added");
  const names = plane.front.appendChild(svg("g", { class: "live-lines", "aria-hidden": "true" }));
  const dot = plane.front.appendChild(svg("circle", { class: "live-w", r: 5 }));
  const hidden = { class: "live-note", "aria-hidden": "true" };
  const slice = plane.front.appendChild(svg("text", { ...hidden, x: plane.left, y: height - 4 }));
  const origin = plane.front.appendChild(svg("text", { ...hidden, x: plane.right, y: plane.top + 12 }));

  let shown = { points: [], b: 0 };
  let drawn = {}; // what lies ahead, as it was drawn last
  let lit = -1;
  const point = (event) => {
    const [i, gap] = nearest(plane, shown, plane.at(event));
    turn(gap <= NEAR ? i : -1);
  };
  const turn = (i) => i !== lit && light((lit = i));
  plane.svg.addEventListener("pointermove", point);
  plane.svg.addEventListener("pointerdown", point);
  plane.svg.addEventListener("pointerleave", ({ pointerType }) => pointerType === "mouse" && turn(-1));

  // Draw the padded `weights` of a run so far. Where the last visit made an update, `was` are the weights before it,
  // and `part` is how much of it has been made (negative: nothing yet). The window has room for the `whole` run. Where
  // it goes from here, `ahead`, is seen as faint dots. `chosen` is the example, if any, whose line is lit and whose
  // right side is shaded.
  function draw({ points, labels, weights, ...given }) {
    const { was = null, part = 1, delta = 0, whole = weights, ahead = [], chosen = -1 } = given;
    plane.show(around(whole));
    const now = between(was, weights.at(-1), part);
    const b = now[2];
    const line = (i, far = 0) =>
      plane.line(points[i].map((value) => labels[i] * value), labels[i] * b - delta - far * Math.hypot(...points[i]));
    const few = points.length <= FEW;
    const pixel = (plane.x[1] - plane.x[0]) / (plane.right - plane.left);
    const all = (y, far) => points.map((_, i) => (labels[i] === y ? line(i, far) : "")).join("");
    for (const { y, shadow, lines } of classes) {
      put(lines, "d", all(y));
      put(shadow, "d", few ? all(y, 4 * pixel) : "");
      lines.classList.toggle("many", !few);
    }
    const found = solutions(plane.corners, points, labels, b, delta);
    put(cone, "d", plane.path(found, true));

    const name = labels[chosen] > 0 ? "plus" : "minus";
    const has = points[chosen] !== undefined;
    const half = has ? rightWeights(plane.corners, points[chosen], labels[chosen], b, delta) : [];
    put(chosenHalf, "d", plane.path(half, true));
    put(chosenHalf, "fill", plane.fill(name));
    put(chosenLine, "class", `live-example lit ${name}`);
    put(chosenLine, "d", has ? line(chosen) : "");

    const way = [...weights.slice(-MOST, -1), now];
    put(trail, "d", plane.path(way));
    scatter(plane, stops, way);
    if (ahead !== drawn.ahead || plane.x !== drawn.x) scatter(plane, future, ahead);
    drawn = { ahead, x: plane.x };
    put(hop, "d", was ? plane.arrow(was, weights.at(-1)) : "");
    put(dot, "cx", round(plane.px(now[0])));
    put(dot, "cy", round(plane.py(now[1])));

    shown = { points, labels, b, delta };
    const wrong = (i) => labels[i] * score(points[i], b, now) <= delta;
    nameLines(plane, names, shown, few ? wrong : null, chosen);
    write(slice, `slice at b = ${print(b)}: ${found.length ? "tinted, right on all" : "no w is right on all"}`);
    const at = points.findIndex((x) => !x.some(Boolean)); // has no line
    put(origin, "class", `live-note end ${labels[at] > 0 ? "plus" : "minus"}`);
    write(origin, at < 0 ? "" : `${at + 1}: ${wrong(at) ? "wrong" : "right"} everywhere`);
  }

  return { svg: plane.svg, plane, draw };
}

// The padded weights when so much of an update has been made; `was` is null where there is none.
export const between = (was, now, part) =>
  was && part < 1 ? now.map((value, j) => was[j] + Math.max(0, part) * (value - was[j])) : now;

// Draw a dot for each of some weights; where they are too many, for some of them.
function scatter(plane, stroke, weights) {
  const every = Math.ceil(weights.length / MOST);
  const kept = every > 1 ? weights.filter((_, k) => k % every === 0) : weights;
  const dots = new Set(kept.map(([w1, w2]) => `M${round(plane.px(w1))} ${round(plane.py(w2))}h0`));
  stroke.classList.toggle("many", dots.size > 100);
  put(stroke, "d", [...dots].join(""));
}

// A window with room for some weights, the origin and the lines around them; round, so that it seldom changes.
function around(weights) {
  const ends = [0, 1].map((j) => {
    let [low, high] = [0, 0];
    for (const v of weights) [low, high] = [Math.min(low, v[j]), Math.max(high, v[j])];
    return [low, high];
  });
  const size = Math.max(...ends.map(([low, high]) => high - low)) || 1;
  const unit = 10 ** Math.floor(Math.log10(size)) / 2;
  const [x, y] = ends.map(([low, high]) =>
    [Math.floor, Math.ceil].map((round, k) => unit * round(((low + high) / 2 + (k - 0.5) * 3.2 * size) / unit)),
  );
  return { x, y };
}

// The line nearest to a place, and how far it is, in units of the plane; an example at the origin has no line.
function nearest(plane, { points, labels, b, delta }, place) {
  const unit = (plane.right - plane.left) / (plane.x[1] - plane.x[0]);
  const gaps = points.map((x, i) => {
    const size = Math.hypot(...x);
    return size ? (Math.abs(labels[i] * score(x, b, place) - delta) / size) * unit : Infinity;
  });
  const gap = Math.min(...gaps);
  return [gaps.indexOf(gap), gap];
}

// The number of each line, beside its upper right end on the side where it is right, with a cross where w is wrong;
// none where lines are many.
function nameLines(plane, names, { points, labels, b, delta }, wrong, chosen) {
  const shown = wrong ? points : [];
  if (names.children.length !== shown.length) names.replaceChildren(...shown.map(() => svg("text")));
  shown.forEach((x, i) => {
    const normal = x.map((value) => labels[i] * value);
    const ends = plane.ends(normal, labels[i] * b - delta).map((p) => [plane.px(p[0]), plane.py(p[1])]);
    const element = names.children[i];
    write(element, ends.length > 1 ? `${i + 1}${wrong(i) ? " ×" : ""}` : "");
    put(element, "class", `${labels[i] > 0 ? "plus" : "minus"}${i === chosen ? " lit" : ""}`);
    if (ends.length < 2) return;
    const [end, other] = ends.sort((p, q) => q[0] - 1.1 * q[1] - (p[0] - 1.1 * p[1]));
    const [size, length] = [Math.hypot(...normal), Math.hypot(other[0] - end[0], other[1] - end[1]) || 1];
    const inwards = [0, 1].map((j) => (other[j] - end[j]) / length);
    const [x1, x2] = [0, 1].map((j) => end[j] + 14 * inwards[j] + ((j ? -11 : 11) * normal[j]) / size);
    const left = Math.min(plane.right - 12, Math.max(plane.left + 14, x1));
    const highest = plane.top + (left < plane.left + 36 ? 26 : 12); // below the name of the axis
    put(element, "x", round(left));
    put(element, "y", round(Math.min(plane.bottom - 4, Math.max(highest, x2 + 4))));
  });
}
