// What a stylesheet cannot do.

// What is wider than its line scrolls, and so the keyboard must be able to reach it, whenever it is so.
addEventListener("load", () => {
  const watch = new ResizeObserver((boxes) => {
    for (const { target } of boxes) {
      if (target.scrollWidth > target.clientWidth) target.tabIndex = 0;
      else target.removeAttribute("tabindex");
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
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1).split("?")[0]));
  unfold(target);
  target?.scrollIntoView();
};
addEventListener("hashchange", follow);
addEventListener("load", () => {
  if (location.hash) follow();
  setTimeout(() => document.querySelectorAll("span.highlighted").forEach(unfold), 50); // marked 10 ms after the page
});

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
