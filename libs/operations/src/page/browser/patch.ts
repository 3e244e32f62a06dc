/**
 * Makes the content of an element equal to the markup, and changes only the differences: focus, selection and the
 * position of a screen reader stay.
 */
export function patch(element: Element, markup: string): void {
  const wanted = element.cloneNode(false) as Element;
  wanted.innerHTML = markup;
  patchChildren(element, wanted);
}

function patchChildren(element: Node, wanted: Node): void {
  const before = [...element.childNodes];
  const after = [...wanted.childNodes];
  after.forEach((child, index) => {
    const now = before[index];
    if (now === undefined) element.appendChild(child);
    else if (now.nodeName !== child.nodeName) element.replaceChild(child, now);
    else if (now.nodeType === Node.ELEMENT_NODE) patchElement(now as Element, child as Element);
    else if (now.nodeValue !== child.nodeValue) now.nodeValue = child.nodeValue;
  });
  for (const surplus of before.slice(after.length)) element.removeChild(surplus);
}

function patchElement(element: Element, wanted: Element): void {
  for (const { name } of [...element.attributes]) {
    if (!wanted.hasAttribute(name)) element.removeAttribute(name);
  }
  for (const { name, value } of [...wanted.attributes]) {
    if (element.getAttribute(name) !== value) element.setAttribute(name, value);
  }
  patchChildren(element, wanted);
}
