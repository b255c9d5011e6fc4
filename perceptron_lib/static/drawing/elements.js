// Elements of a page, and numbers and words as they are printed.

// An attribute whose name begins with "on" is a listener.
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

// A fill that repeats a square of this size.
export const pattern = (id, size, ...children) =>
  svg("pattern", { id, width: size, height: size, patternUnits: "userSpaceOnUse" }, ...children);

// Set an attribute, or remove it where the value is null; touch nothing that stays as it is.
export function put(element, name, value) {
  if (value === null || value === undefined) element.removeAttribute(name);
  else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value);
}

export function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

// A table with a caption, heads and so many empty rows; `fill` writes lists of texts into them.
export function table(caption, heads, count) {
  const lines = Array.from({ length: count }, () => html("tr", {}, ...heads.map(() => html("td"))));
  const titles = heads.map((name) => html("th", { scope: "col" }, name));
  const head = html("thead", {}, html("tr", {}, ...titles));
  return html("table", { class: "live-log" }, html("caption", {}, caption), head, html("tbody", {}, ...lines));
}

export function fill(table, rows) {
  [...table.tBodies[0].rows].forEach((line, r) =>
    [...line.cells].forEach((cell, c) => write(cell, rows[r]?.[c] ?? "")),
  );
}

// Numbers as they are printed: a true minus sign, no minus zero.
export const number = (value, digits = 2) =>
  (Math.abs(value) < 0.5 * 10 ** -digits ? 0 : value).toFixed(digits).replace("-", "−");

export const brief = (value) => String(Number(value.toPrecision(4))).replace("-", "−");

// With commas between thousands.
export const grouped = (value, digits = 0) =>
  value.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });

export const pair = ([x, y], digits = 2) => `(${number(x, digits)}, ${number(y, digits)})`;

export const signed = (label) => (label > 0 ? "+1" : "−1");

// "1 mistake", "2 mistakes", "3 passes".
export const counted = (count, noun, shown = count) =>
  `${shown} ${noun}${count === 1 ? "" : noun.endsWith("s") ? "es" : "s"}`;
