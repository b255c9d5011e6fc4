// What every live figure is drawn with: a plane with axes, points that can be moved, lines, arrows, and controls.
// A figure keeps its state in the model (the widget's traits) and has one function that draws all of it.

// Elements. An attribute whose name begins with "on" is a listener.
function make(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else put(element, name, value);
  }
  element.append(...children);
  return element;
}

export const html = (tag, attributes = {}, ...children) => make(document.createElement(tag), attributes, children);

export const svg = (tag, attributes = {}, ...children) =>
  make(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);

// Set an attribute, or remove it where the value is null; touch nothing that stays as it is.
export function put(element, name, value) {
  if (value === null || value === undefined) element.removeAttribute(name);
  else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value);
}

export function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

// Numbers as they are printed: a true minus sign, no minus zero.
export const number = (value, digits = 2) =>
  (Math.abs(value) < 0.5 * 10 ** -digits ? 0 : value).toFixed(digits).replace("-", "−");

export const brief = (value) => String(Number(value.toPrecision(4))).replace("-", "−");

export const pair = ([x, y], digits = 2) => `(${number(x, digits)}, ${number(y, digits)})`;

export const signed = (label) => (label > 0 ? "+1" : "−1");

// Geometry. A polygon is a list of corners; the part of it where <w, x> + b >= 0 is again one.
export function clip(polygon, w, b) {
  const kept = [];
  polygon.forEach((p, i) => {
    const q = polygon[(i + 1) % polygon.length];
    const at = w[0] * p[0] + w[1] * p[1] + b;
    const next = w[0] * q[0] + w[1] * q[1] + b;
    if (at >= 0) kept.push(p);
    if (at >= 0 !== next >= 0) {
      const t = at / (at - next);
      kept.push([p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])]);
    }
  });
  return kept;
}

let planes = 0; // names of patterns and clip paths must differ within a page

// A part of the plane, drawn on 360 units of width, with axes. `x` and `y` are the intervals shown; where the units of
// both axes are to be `equal`, so that right angles are, one of the intervals is made wider.
export class Plane {
  constructor({ label, x, y, names = ["x₁", "x₂"], height = 300, equal = false }) {
    const id = `live-plane-${planes++}`;
    Object.assign(this, { id, width: 360, height, names, equal });
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
    this.show(x, y);
  }

  // Hatched fills, one for each class: colour is never the only sign.
  patterns() {
    const lines = { plus: "M-1 9L9 -1M-1 1L1 -1M7 9L9 7", minus: "M4 0V8", third: "M-1 -1L9 9M7 -1L9 1M-1 7L1 9" };
    return Object.entries(lines).map(([name, d]) =>
      svg(
        "pattern",
        { id: `${this.id}-${name}`, width: 8, height: 8, patternUnits: "userSpaceOnUse" },
        svg("rect", { width: 8, height: 8, class: `live-tint ${name}` }),
        svg("path", { d, class: `live-hatch ${name}` }),
      ),
    );
  }

  show(x, y, names = this.names) {
    if (this.equal) [x, y] = this.widened(x, y);
    const same = (u, v) => u?.every((value, i) => value === v[i]);
    if (same(this.x, x) && same(this.y, y) && same(this.names, names)) return;
    Object.assign(this, { x, y, names });
    this.axes.replaceChildren(
      svg("path", { d: `M${this.left} ${this.top}V${this.bottom}H${this.right}` }),
      ...ticks(x, 6).flatMap((v) => this.tick(v, this.px(v), this.bottom, 0, 5)),
      ...ticks(y, 5).flatMap((v) => this.tick(v, this.left, this.py(v), -5, 0)),
      svg("text", { x: this.right, y: this.height - 4, "text-anchor": "end", class: "live-name" }, this.names[0]),
      svg("text", { x: this.left + 6, y: this.top + 10, class: "live-name" }, this.names[1]),
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
    const { x, y } = this;
    return [
      [x[0], y[0]],
      [x[1], y[0]],
      [x[1], y[1]],
      [x[0], y[1]],
    ];
  }

  // A place for a new point, the k-th: around the middle, each at another one.
  place(k) {
    const reach = 0.06 * (this.x[1] - this.x[0]) * Math.sqrt(k % 16);
    return this.inside(
      this.centre.map((v, j) => Number((v + reach * (j ? Math.sin(2.4 * k) : Math.cos(2.4 * k))).toFixed(2))),
    );
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
    return this.path([
      [x - dx, y - dy],
      [x + dx, y + dy],
    ]);
  }

  get centre() {
    return [(this.x[0] + this.x[1]) / 2, (this.y[0] + this.y[1]) / 2];
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

  fill(name) {
    return `url(#${this.id}-${name})`;
  }
}

// The point of the line <w, x> + b = 0 nearest to p.
export function foot(w, b, p) {
  const t = (w[0] * p[0] + w[1] * p[1] + b) / (w[0] ** 2 + w[1] ** 2);
  return [p[0] - t * w[0], p[1] - t * w[1]];
}

const round = (v) => Math.round(v * 100) / 100;

export function ticks([low, high], about) {
  const raw = (high - low) / about;
  const size = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((m) => m * size).find((s) => s >= raw * 0.999);
  const found = [];
  for (let k = Math.ceil(low / step - 1e-9); k * step <= high + 1e-9 * step; k++) found.push(k * step);
  return found;
}

const SHAPES = {
  plus: "M6.5 0A6.5 6.5 0 1 1 -6.5 0A6.5 6.5 0 1 1 6.5 0Z",
  minus: "M-5.8 -5.8H5.8V5.8H-5.8Z",
  third: "M0 -7.5L7 5.5H-7Z",
  handle: "M9 0A9 9 0 1 1 -9 0A9 9 0 1 1 9 0Z",
  probe: "M-8 0H8M0 -8V8",
};

export const CLASSES = ["plus", "minus", "third"];
export const mark = (label) => (label > 0 ? "plus" : "minus");

// Marks that can be moved: by mouse and touch, or with the arrow keys (Shift: ten times as far). `list()` gives what to
// draw, an array of {at: [x, y], mark, name, note?, ring?, under?}; `move(i, at)` is told where to; `act(i, key)` gets
// Enter and Delete. Where there is an `act`, the mark `chosen` last is seen: it is what the figure's buttons act on.
export function movable(plane, { list, move, act, select = () => {}, step }) {
  const layer = svg("g", { class: "live-marks" });
  plane.front.append(layer);
  const looks = new WeakMap(); // how each mark was drawn last
  let held = -1;
  let grip = [0, 0];
  let chosen = 0;

  const within = ([x, y], free) => {
    const snap = (v) => Number((Math.round(v / grain) * grain).toFixed(6));
    const grain = free && !step ? pace() / 10 : pace();
    return plane.inside([snap(x), snap(y)]);
  };
  const pace = () => step ?? 10 ** Math.floor(Math.log10((plane.x[1] - plane.x[0]) / 20));

  const choose = (i) => {
    chosen = i;
    draw();
    select(i);
  };
  const reachable = (i, count) => (count <= 12 || i === chosen ? 0 : -1);

  // What lies nearest to the pointer is taken: marks may be close together, and a finger is wide. What lies `under` the
  // others is taken only where none of them is near.
  const nearest = (event) => {
    const [x, y] = plane.at(event);
    const gap = ({ at, under }) =>
      Math.hypot(plane.px(at[0]) - plane.px(x), plane.py(at[1]) - plane.py(y)) + (under ? 15 : 0);
    const gaps = list().map(gap);
    return gaps.indexOf(Math.min(...gaps));
  };
  layer.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    held = nearest(event);
    const [x, y] = plane.at(event);
    grip = list()[held].at.map((value, j) => value - [x, y][j]); // the mark does not jump to the pointer
    layer.children[held].focus({ preventScroll: true });
    layer.setPointerCapture(event.pointerId);
    choose(held);
    event.preventDefault();
  });
  layer.addEventListener("touchstart", (event) => event.preventDefault(), { passive: false }); // else the page scrolls
  layer.addEventListener("pointermove", (event) => {
    if (held < 0) return;
    const [x, y] = plane.at(event);
    move(held, within([x + grip[0], y + grip[1]], true));
  });
  for (const end of ["pointerup", "pointercancel"]) layer.addEventListener(end, () => (held = -1));

  const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
  layer.addEventListener("keydown", (event) => {
    const i = [...layer.children].indexOf(event.target);
    const turn = { PageDown: 1, PageUp: -1 }[event.key];
    if (ARROWS[event.key]) {
      const size = pace() * (event.shiftKey ? 10 : 1);
      const { at } = list()[i];
      move(i, within([at[0] + ARROWS[event.key][0] * size, at[1] + ARROWS[event.key][1] * size]));
    } else if (turn) {
      const next = (i + turn + layer.children.length) % layer.children.length;
      choose(next);
      layer.children[next].focus();
    } else if (act && ["Enter", " ", "Delete", "Backspace"].includes(event.key)) {
      act(i, event.key === " " ? "Enter" : event.key === "Backspace" ? "Delete" : event.key);
    } else return;
    event.preventDefault();
    event.stopPropagation(); // JupyterLab has shortcuts of its own
  });
  layer.addEventListener("focusin", (event) => {
    const i = [...layer.children].indexOf(event.target);
    if (i >= 0 && i !== chosen) choose(i);
  });

  function draw() {
    const marks = list();
    while (layer.children.length > marks.length) layer.lastChild.remove();
    while (layer.children.length < marks.length) {
      const halo = svg("circle", { r: 18, class: "live-halo" });
      const target = svg("circle", { r: 14, class: "live-target" });
      const shape = svg("path");
      const note = svg("text", { x: 9, y: -7, class: "live-note" });
      layer.append(svg("g", { role: "button", "aria-roledescription": "movable point" }, halo, target, shape, note));
    }
    chosen = Math.min(chosen, marks.length - 1); // it may have been deleted
    const frame = `${plane.x} ${plane.y}`;
    marks.forEach((item, i) => {
      const child = layer.children[i];
      const { at, mark: kind, name, note = "", ring } = item;
      const classes = `live-mark ${kind}${act && i === chosen ? " chosen" : ""}${ring ? " ring" : ""}`;
      put(child, "tabindex", reachable(i, marks.length));
      const look = `${at} ${classes} ${name} ${note} ${frame}`;
      if (looks.get(child) === look) return; // with hundreds of points, most stay where they are
      looks.set(child, look);
      put(child, "transform", `translate(${round(plane.px(at[0]))} ${round(plane.py(at[1]))})`);
      put(child, "class", classes);
      put(child, "aria-label", `${name}, at ${pair(at)}`);
      const [, , shape, text] = child.children;
      put(shape, "d", SHAPES[kind]);
      write(text, note);
    });
  }

  return {
    draw,
    focus(i) {
      choose(i);
      layer.children[i]?.focus();
    },
    get chosen() {
      return chosen;
    },
  };
}

// Controls: each returns an element with a `draw` of its own.
export const button = (text, onclick, title) => html("button", { type: "button", onclick, title }, text);

export function slider(text, { min, max, step, shown = brief }, get, change) {
  const input = html("input", { type: "range", min, max, step, oninput: () => change(Number(input.value)) });
  const output = html("output");
  const element = html("label", { class: "live-slider" }, html("span", {}, text), input, output);
  element.draw = (limits = {}) => {
    for (const [name, limit] of Object.entries(limits)) put(input, name, limit);
    if (Number(input.value) !== get()) input.value = get();
    write(output, shown(get()));
  };
  return element;
}

// Options are pairs of a value and its text.
export function choice(text, options, get, change) {
  const items = options.map(([value, shown]) => html("option", { value }, shown));
  const input = html("select", { onchange: () => change(input.value) }, ...items);
  const element = html("label", {}, html("span", {}, text), input);
  element.draw = () => {
    input.value = get();
  };
  return element;
}

export const row = (...children) => html("div", { class: "live-row" }, ...children);

// The frame of a figure: its question, its picture (the first of the parts), a line of numbers that is also read aloud,
// its controls (the other parts), and its reset.
// `draw` draws the model's state and returns that line; it is called at most once a frame.
export function figure(model, el, { question, shared, parts, draw, help = "" }) {
  const start = JSON.stringify(shared.map((name) => model.get(name)));
  const numbers = html("p", { class: "live-numbers" });
  const spoken = html("p", { class: "live-spoken", role: "status" });
  const reset = button("Reset", () => {
    JSON.parse(start).forEach((value, i) => model.set(shared[i], value));
    model.save_changes();
  });
  const hint = html("details", { class: "live-help" }, html("summary", {}, "Keys"), html("p", {}, help || KEYS));
  const content = [html("p", { class: "live-question" }, question), parts[0], numbers, spoken, ...parts.slice(1)];
  const released = () => soon(); // what stood still under a finger may move again
  el.append(
    html(
      "div",
      { class: "live", onlostpointercapture: released },
      ...content,
      html("div", { class: "live-row live-end" }, reset, hint),
    ),
  );

  // What has the focus gets its keys: this keeps JupyterLab from taking the arrows to go from cell to cell.
  el.addEventListener("focusin", ({ target }) => put(target, "data-lm-suppress-shortcuts", "true"));

  let due = 0;
  let pause = 0;
  let longest = 0;
  const redraw = () => {
    due = 0;
    const line = draw();
    write(numbers, line);
    if (line.length > longest) {
      // what stands below is not to move under a finger
      longest = line.length;
      requestAnimationFrame(() => {
        numbers.style.minHeight = `${numbers.offsetHeight}px`;
      });
    }
    clearTimeout(pause);
    pause = setTimeout(() => write(spoken, line), 500); // not every place on the way is worth a word
  };
  const soon = () => {
    due ||= requestAnimationFrame(redraw);
  };
  model.on("change", soon);
  redraw();
  return () => {
    model.off("change", soon);
    cancelAnimationFrame(due);
    clearTimeout(pause);
  };
}

const KEYS =
  "Tab goes from point to point (Page Up and Page Down where there are many). The arrow keys move a point, with " +
  "Shift ten times as far.";

// Set several parts of the state at once, and send them to Python if there is one.
export function change(model, values) {
  for (const [name, value] of Object.entries(values)) model.set(name, value);
  model.save_changes();
}
