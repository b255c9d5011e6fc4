// What a stylesheet cannot do.

// What is wider than its line scrolls, and so the keyboard must be able to reach it, whenever it is so; and only then,
// while browsers also stop where a formula is wider by a fraction of a pixel.
addEventListener("load", () => {
  const watch = new ResizeObserver((boxes) => {
    for (const { target } of boxes) {
      target.tabIndex = target.scrollWidth > target.clientWidth ? 0 : -1;
    }
  });
  const boxes = "div.math > .katex-display, figure.wide, main pre, .pst-scrollable-table-container";
  for (const box of document.querySelectorAll(boxes)) watch.observe(box);
});

// What the theme tells a screen reader is mended: these buttons are called what is written on them, the one
// that runs a chapter says so, and a list holds items.
addEventListener("DOMContentLoaded", () => {
  for (const button of document.querySelectorAll("summary[aria-label], .search-button-field")) {
    button.removeAttribute("aria-label");
  }
  for (const link of document.querySelectorAll(".btn-run-button")) {
    link.ariaLabel = link.title;
  }
  for (const entry of document.querySelectorAll(".citation-list > .citation")) entry.role = "listitem";
});

// What is folded opens for a link to it, or into it, and where a search has marked a word.
const unfold = (place) => {
  for (let at = place; at; at = at.parentElement) {
    const fold = at.matches("details") ? at : at.querySelector(":scope.starred > details");
    if (fold) fold.open = true;
    if (at.hidden) at.dispatchEvent(new Event("beforematch")); // an answer that waits for a guess
  }
};
const follow = () => {
  const [name, state] = location.hash.slice(1).split("?");
  const target = document.getElementById(decodeURIComponent(name));
  unfold(target);
  // Back leads to where the reader was, and a state of a figure no farther than into its sight, if it fits the window.
  const fits = state && target?.offsetHeight < innerHeight - 60;
  if (!history.state?.seen) target?.scrollIntoView({ block: fits ? "nearest" : "start" });
  history.replaceState({ seen: true }, "");
};
addEventListener("hashchange", follow);
addEventListener("load", () => {
  follow();
  setTimeout(() => document.querySelectorAll("span.highlighted").forEach(unfold), 50); // marked 10 ms after the page
});

// A link to a term of the glossary says what the term means, in its first sentence there: when the pointer is on it or
// the keyboard's focus, or a finger, which follows the link when it comes again. Escape closes it. The glossary is
// asked for then, not before; where it does not answer, the link is a link.
addEventListener("DOMContentLoaded", () => {
  const links = [...document.querySelectorAll("main a.reference:has(> .std-term)")];
  if (!links.length) return;
  const tip = document.createElement("div");
  Object.assign(tip, { id: "term-tip", role: "tooltip", popover: "manual" });
  document.body.append(tip);
  let wanted, closing;

  const open = async (link) => {
    clearTimeout(closing);
    if (wanted === link) return;
    close();
    wanted = link;
    const said = await meaning(link);
    if (wanted !== link) return;
    tip.replaceChildren(...said);
    tip.showPopover();
    link.setAttribute("aria-describedby", tip.id);
    const line = link.getClientRects()[0];
    const { width, height } = tip.getBoundingClientRect();
    const left = Math.max(8, Math.min(line.left, document.documentElement.clientWidth - width - 8));
    const top = line.bottom + height < innerHeight ? line.bottom : line.top - height;
    tip.style.translate = `${left + scrollX}px ${top + scrollY}px`;
  };
  const close = () => {
    wanted?.removeAttribute("aria-describedby");
    wanted = null;
    tip.hidePopover();
  };
  const later = () => closing = setTimeout(close, 200); // the pointer may be on its way to what it reads

  for (const link of links) {
    const quietly = () => open(link).catch(() => {});
    link.addEventListener("pointerenter", (event) => event.pointerType === "touch" || quietly());
    link.addEventListener("focus", () => link.matches(":focus-visible") && quietly());
    link.addEventListener("pointerleave", (event) => event.pointerType === "touch" || later());
    link.addEventListener("blur", close);
    link.addEventListener("click", (event) => {
      if (event.pointerType !== "touch" || wanted === link) return;
      event.preventDefault();
      open(link).catch(() => location.assign(link.href));
    });
  }
  tip.addEventListener("pointerenter", () => clearTimeout(closing));
  tip.addEventListener("pointerleave", later);
  addEventListener("keydown", (event) => event.key === "Escape" && close());
  addEventListener("pointerdown", ({ target }) => !tip.contains(target) && !wanted?.contains(target) && close());
});

// The first sentence of a term's definition, in the nodes that it has in the glossary, links as text: up to a full
// stop, which may be tied to a formula.
const meaning = async (link) => {
  const glossary = new DOMParser().parseFromString(await (await fetch(link.href)).text(), "text/html");
  const said = [];
  for (const node of glossary.getElementById(link.hash.slice(1)).nextElementSibling.firstElementChild.childNodes) {
    const end = node.nodeType === Node.TEXT_NODE ? node.data.search(/\.(\s|$)/) : -1;
    if (end >= 0) return [...said, node.data.slice(0, end + 1)];
    said.push(node.matches?.("a") ? node.textContent : node);
    if (node.matches?.(".tied") && node.lastChild.data === ".") break;
  }
  return said;
};

// A cell that can be changed and run on the page: the button gives way to a console with the cell's code in it.
addEventListener("DOMContentLoaded", () => {
  for (const button of document.querySelectorAll("button.run-here")) {
    button.addEventListener("click", () => {
      const dark = document.documentElement.dataset.theme === "dark" ? "&theme=JupyterLab%20Dark" : "";
      const frame = document.createElement("iframe");
      frame.className = "run-here";
      frame.title = "A console with the code of this cell";
      frame.src = button.dataset.console + dark;
      button.replaceWith(frame);
      frame.focus();
    });
  }
});
