// Buttons, sliders and choices. Those that show a value have a `draw` of their own.
import { brief, html, put, write } from "./elements.js";

export const button = (text, onclick, title) => html("button", { type: "button", onclick, title }, text);

export function slider(text, { min, max, step, shown = brief }, { get, set }) {
  const input = html("input", { type: "range", min, max, step, oninput: () => set(Number(input.value)) });
  const output = html("output");
  const element = html("label", { class: "live-slider" }, html("span", {}, text), input, output);
  element.draw = (limits = {}) => {
    for (const [name, limit] of Object.entries(limits)) put(input, name, limit);
    if (Number(input.value) !== get()) input.value = get();
    write(output, shown(get()));
  };
  return element;
}

// Options are values with their texts.
export function choice(text, options, { get, set }) {
  const items = Object.entries(options).map(([value, shown]) => html("option", { value }, shown));
  const input = html("select", { onchange: () => set(input.value) }, ...items);
  const element = html("label", {}, ...(text ? [html("span", {}, text)] : []), input);
  element.draw = () => (input.value = get());
  return element;
}

export const row = (...children) => html("div", { class: "live-row" }, ...children);
