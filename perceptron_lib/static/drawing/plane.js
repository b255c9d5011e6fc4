// A part of the plane with axes, and what is drawn in it.
import { clip, foot, score, side } from "../mathematics/halfspaces.js";
import { brief, pattern, put, svg } from "./elements.js";

// Drawn on 360 units of width. `x` and `y` are the intervals shown; where the units of both axes are to be `equal`, so
// that right angles are, one of the intervals is made wider.
export class Plane {
  constructor({ label, x, y, names, height, equal = false }) {
    const id = `live-plane-${Math.random().toString(36).slice(2)}`; // of its own within a page of several figures
    Object.assign(this, { id, width: 360, height, equal });
    Object.assign(this, { left: 38, right: 352, top: 8, bottom: height - 34 });
    this.axes = svg("g", { class: "live-axes", "aria-hidden": "true" });
    this.back = svg("g", { "clip-path": `url(#${id})`, "aria-hidden": "true" });
    this.middle = svg("g", { "clip-path": `url(#${id})`, "aria-hidden": "true" });
    this.front = svg("g");
    const { left, top, right, bottom } = this;
    const frame = { x: left, y: top, width: right - left, height: bottom - top };
    this.svg = svg(
      "svg",
      { viewBox: `0 0 360 ${height}`, class: "live-plane", role: "group", "aria-label": label },
      svg("defs", {}, svg("clipPath", { id }, svg("rect", frame)), ...this.patterns()),
      this.back,
      this.axes,
      this.middle,
      this.front,
    );
    this.show({ x, y, names });
  }

  // Hatched fills, one for each class: colour is never the only sign.
  patterns() {
    const lines = { plus: "M-1 9L9 -1M-1 1L1 -1M7 9L9 7", minus: "M4 0V8", third: "M-1 -1L9 9M7 -1L9 1M-1 7L1 9" };
    return Object.entries(lines).map(([name, d]) => {
      const tint = svg("rect", { width: 8, height: 8, class: `live-tint ${name}` });
      return pattern(`${this.id}-${name}`, 8, tint, svg("path", { d, class: `live-hatch ${name}` }));
    });
  }

  fill(name) {
    return `url(#${this.id}-${name})`;
  }

  show({ x, y, names = this.names }) {
    if (this.equal) [x, y] = this.widened(x, y);
    const same = (u, v) => u?.every((value, i) => value === v[i]);
    if (same(this.x, x) && same(this.y, y) && same(this.names, names)) return;
    Object.assign(this, { x, y, names });
    this.axes.replaceChildren(
      svg("path", { d: `M${this.left} ${this.top}V${this.bottom}H${this.right}` }),
      ...ticks(x, 6).flatMap((v) => this.tick(v, this.px(v), this.bottom, 0, 5)),
      ...ticks(y, 5).flatMap((v) => this.tick(v, this.left, this.py(v), -5, 0)),
      svg("text", { x: this.right, y: this.height - 4, "text-anchor": "end", class: "live-name" }, names[0]),
      svg("text", { x: this.left + 6, y: this.top + 10, class: "live-name" }, names[1]),
    );
  }

  widened(x, y) {
    const [across, up] = [(x[1] - x[0]) / (this.right - this.left), (y[1] - y[0]) / (this.bottom - this.top)];
    const about = ([low, high], factor) => [1, -1].map((side) => (low + high - side * factor * (high - low)) / 2);
    return across < up ? [about(x, up / across), y] : [x, about(y, across / up)];
  }

  tick(value, x, y, dx, dy) {
    const place = dx ? { x: x - 7, y: y + 4, "text-anchor": "end" } : { x, y: y + 17, "text-anchor": "middle" };
    return [svg("path", { d: `M${x} ${y}l${dx} ${dy}` }), svg("text", place, brief(value))];
  }

  px(x) {
    return this.left + ((x - this.x[0]) / (this.x[1] - this.x[0])) * (this.right - this.left);
  }

  py(y) {
    return this.bottom - ((y - this.y[0]) / (this.y[1] - this.y[0])) * (this.bottom - this.top);
  }

  // The point of the plane under a pointer.
  at(event) {
    const box = this.svg.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * this.width;
    const y = ((event.clientY - box.top) / box.height) * this.height;
    return [
      this.x[0] + ((x - this.left) / (this.right - this.left)) * (this.x[1] - this.x[0]),
      this.y[0] + ((this.bottom - y) / (this.bottom - this.top)) * (this.y[1] - this.y[0]),
    ];
  }

  inside([x, y]) {
    const keep = (value, [low, high]) => Math.min(high, Math.max(low, value));
    return [keep(x, this.x), keep(y, this.y)];
  }

  get corners() {
    const [[left, right], [bottom, top]] = [this.x, this.y];
    return [
      [left, bottom],
      [right, bottom],
      [right, top],
      [left, top],
    ];
  }

  get centre() {
    return [(this.x[0] + this.x[1]) / 2, (this.y[0] + this.y[1]) / 2];
  }

  path(points, closed = false) {
    return points.length
      ? "M" + points.map((p) => `${round(this.px(p[0]))} ${round(this.py(p[1]))}`).join("L") + (closed ? "Z" : "")
      : "";
  }

  // The path of the line <w, x> + b = 0; nothing where w = 0. It may reach beyond the frame, which clips it.
  line(w, b) {
    const size = Math.hypot(...w);
    if (!(size > 0)) return "";
    const far = 2 * Math.hypot(this.x[1] - this.x[0], this.y[1] - this.y[0]);
    const [x, y] = foot(w, b, this.centre);
    const [dx, dy] = [(-w[1] / size) * far, (w[0] / size) * far];
    return this.path([-1, 1].map((side) => [x + side * dx, y + side * dy]));
  }

  // Where this line leaves the frame.
  ends(w, b) {
    return clip(this.corners, w, b).filter((p) => Math.abs(score(w, b, p)) < 1e-9 * Math.hypot(...w));
  }

  // The path of an arrow, its head included.
  arrow(from, to) {
    const [x, y, u, v] = [this.px(from[0]), this.py(from[1]), this.px(to[0]), this.py(to[1])];
    const length = Math.hypot(u - x, v - y);
    if (!(length > 0.5)) return "";
    const [dx, dy] = [((u - x) / length) * 9, ((v - y) / length) * 9];
    const wing = (side) => `M${round(u)} ${round(v)}l${round(-dx + side * 0.45 * dy)} ${round(-dy - side * 0.45 * dx)}`;
    return `M${round(x)} ${round(y)}L${round(u)} ${round(v)}${wing(1)}${wing(-1)}`;
  }

  // A line, a curve or an arrow, whose path is put later.
  stroke(name, attributes = {}) {
    return this.middle.appendChild(svg("path", { class: name, ...attributes }));
  }

  // The halves on both sides of a line, tinted and hatched; none where all weights are zero: no opinion yet. Returns
  // what paints them.
  halves() {
    const halves = ["plus", "minus"].map((name) => this.back.appendChild(svg("path", { fill: this.fill(name) })));
    return (w, b) => {
      const half = (k) => (b || w.some(Boolean) ? side(this.corners, w, b, k === 0) : []);
      halves.forEach((element, k) => put(element, "d", this.path(half(k), true)));
    };
  }

  // The score by depth: on either side another tint from each multiple of a `unit` on, so many of them. Returns what
  // paints them.
  depths(count) {
    const tints = [1, -1].flatMap((sign) =>
      Array.from({ length: count }, (_, k) => {
        const name = `live-tint ${sign > 0 ? "plus" : "minus"}`;
        return { sign, level: sign * (k + 1), element: this.back.appendChild(svg("path", { class: name })) };
      }),
    );
    return (w, b, unit) => {
      for (const { sign, level, element } of tints) {
        const part = w.some(Boolean) ? side(this.corners, w, b - level * unit, sign > 0) : [];
        put(element, "d", this.path(part, true));
      }
    };
  }
}

// The window of a figure: what of the plane it shows, and the names of the axes.
export const frame = (get) => ({ x: get("window").slice(0, 2), y: get("window").slice(2), names: get("names") });

export const round = (v) => Math.round(v * 100) / 100;

export function ticks([low, high], about) {
  const raw = (high - low) / about;
  const size = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((m) => m * size).find((s) => s >= raw * 0.999);
  const found = [];
  for (let k = Math.ceil(low / step - 1e-9); k * step <= high + 1e-9 * step; k++) found.push(k * step);
  return found;
}
