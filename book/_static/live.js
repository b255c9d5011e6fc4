// Brings the live figures of a page to life, without a kernel: each is an anywidget whose code and state the notebook
// keeps, and stands on the page as a picture until it comes into sight. Its state goes into the page's address.
addEventListener("DOMContentLoaded", () => {
  const stored = document.querySelector('script[type="application/vnd.jupyter.widget-state+json"]');
  for (const [name, { state }] of Object.entries(JSON.parse(stored.textContent).state)) {
    const figure = document.getElementById(name);
    if (!figure || !state._esm) continue;
    const watch = new IntersectionObserver(([{ isIntersecting }]) => {
      if (isIntersecting) watch.disconnect(), wake(figure, state).catch(console.error);
    }, { rootMargin: "300px" });
    watch.observe(figure);
    if (named(name)) figure.scrollIntoView();
  }
});

async function wake(figure, state) {
  const address = URL.createObjectURL(new Blob([state._esm], { type: "text/javascript" }));
  const widget = (await import(address)).default;
  URL.revokeObjectURL(address);
  if (!document.getElementById("live-style")) {
    const style = document.createElement("style");
    style.id = "live-style";
    style.textContent = state._css;
    document.head.append(style);
  }
  const model = new Model(state);
  const el = document.createElement("div");
  el.className = "live-host";
  figure.prepend(el);
  await widget.render({ model, el });
  figure.classList.add("alive"); // the stylesheet hides the picture
  if (named(figure.id)) figure.scrollIntoView(); // it may be higher than the picture was

  const keys = widget.shared;
  const start = Object.fromEntries(keys.map((key) => [key, state[key]]));
  const recall = () => {
    if (!location.hash.startsWith(`#${figure.id}?`)) return;
    const found = { ...start, ...shared(figure.id) };
    if (!fits(found, start, widget.lists ?? [])) return;
    for (const key of keys) model.set(key, found[key]);
  };
  recall();
  addEventListener("hashchange", recall);

  let pause = 0;
  model.on("change", () => {
    clearTimeout(pause);
    pause = setTimeout(() => {
      const changed = keys.filter((key) => JSON.stringify(model.get(key)) !== JSON.stringify(start[key]));
      const parts = changed.map((key) => `${key}=${encodeURIComponent(JSON.stringify(model.get(key))).replaceAll("%2C", ",")}`);
      history.replaceState(null, "", parts.length ? `#${figure.id}?${parts.join("&")}` : location.pathname + location.search);
    }, 300);
  });
}

// Whether the page's address names a figure, with or without a state of it.
function named(name) {
  return location.hash.slice(1).split("?")[0] === name;
}

// The state in the address of a figure, #fig-name?key=value&..., each value in JSON.
function shared(name) {
  const query = location.hash.slice(name.length + 2);
  try {
    return Object.fromEntries([...new URLSearchParams(query)].map(([key, value]) => [key, JSON.parse(value)]));
  } catch {
    return {}; // not an address that a figure wrote
  }
}

// Whether a state from an address can be shown: values of the same kind as those that they replace, and of the same
// length. Only `lists` may be longer or shorter, all together; one that was empty may stay so.
function fits(found, start, lists) {
  if (!Object.keys(start).every((key) => alike(found[key], start[key], lists.includes(key)))) return false;
  const lengths = lists.filter((key) => found[key].length || start[key].length).map((key) => found[key].length);
  return !lengths.includes(0) && new Set(lengths).size <= 1;
}

function alike(value, sample, free = false) {
  if (!Array.isArray(sample)) return typeof value === typeof sample;
  if (!Array.isArray(value) || (!free && value.length !== sample.length)) return false;
  return value.every((item, i) => alike(item, free ? sample[0] ?? 0 : sample[i]));
}

// What a figure needs of a widget's model.
class Model {
  constructor(state) {
    this.state = { ...state };
    this.listeners = {};
  }

  get(key) {
    return this.state[key];
  }

  set(key, value) {
    if (this.state[key] === value) return;
    this.state[key] = value;
    for (const event of [`change:${key}`, "change"]) for (const listener of this.listeners[event] ?? []) listener();
  }

  save_changes() {}

  on(event, listener) {
    (this.listeners[event] ??= []).push(listener);
  }

  off(event, listener) {
    this.listeners[event] = (this.listeners[event] ?? []).filter((other) => other !== listener);
  }
}
