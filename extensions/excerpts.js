// The text of which the search shows an excerpt: what is read of a page, or of its part that was found, without
// contents, buttons and folded code; of a term its meaning; each formula once, in a line: 1/2, x^2.
Search.htmlToText = (html, anchor) => {
  const page = new DOMParser().parseFromString(html, "text/html");
  const unread = ".headerlink, script, style, .katex-html, details.hide, button, .road, .letters";
  for (const part of page.querySelectorAll(unread)) part.remove();
  for (const part of page.querySelectorAll("mfrac > mrow, msup > mrow:last-child")) {
    if (part.childElementCount > 1) part.prepend("("), part.append(")");
  }
  for (const below of page.querySelectorAll("mfrac > :last-child")) below.before("/");
  for (const above of page.querySelectorAll("msup > :last-child:not(mo)")) above.before("^");
  for (const dt of page.querySelectorAll("dt")) dt.append(": ");
  for (const block of page.querySelectorAll("p, li, dd, pre, td, th, h1, h2, h3, h4, div")) block.append(" ");

  const article = page.querySelector("article") ?? page.body;
  const found = (anchor && article.querySelector(anchor)) || article;
  const meaning = found.matches("dt") ? found.nextElementSibling.textContent : "";
  return (found.textContent + meaning).replace(/\s+/g, " ").trim();
};
