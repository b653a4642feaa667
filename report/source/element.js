// element.js: the only way text enters the page. Everything is a text node, so nothing a model says is ever markup.

export const byId = (id) => document.getElementById(id);

export function element(tag, attributes = {}, ...children) {
  return furnished(document.createElement(tag), attributes, children);
}

export function svg(tag, attributes = {}, ...children) {
  return furnished(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

function furnished(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

/** Rows of a two-column table; a row without a value is left out. */
export function fillPairs(table, pairs) {
  table.replaceChildren(
    ...pairs
      .filter(([, value]) => value !== undefined && value !== null && value !== "")
      .map(([name, value]) => element("tr", {}, element("th", { scope: "row" }, name), element("td", {}, value))),
  );
}

/** The tooltip, beside the pointer and inside the window. */
export function showTip(x, y, ...lines) {
  const tip = byId("tip");
  tip.replaceChildren(...lines.map((line, i) => element(i === 0 ? "strong" : "div", {}, line)));
  tip.hidden = false;
  const { offsetWidth: width, offsetHeight: height } = tip;
  tip.style.left = `${Math.max(4, Math.min(x + 14, innerWidth - width - 8))}px`;
  tip.style.top = `${y + height + 24 > innerHeight ? Math.max(4, y - height - 10) : y + 16}px`;
}

export const hideTip = () => void (byId("tip").hidden = true);
