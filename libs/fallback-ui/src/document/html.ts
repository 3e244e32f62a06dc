const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
};

/** Text that means itself in HTML, as content of an element and in a quoted attribute, written as React writes it. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}

/** Attributes of an element; those that are `undefined` are left out. */
type Attributes = Readonly<Record<string, string | undefined>>;

function openTag(tag: string, attributes: Attributes): string {
  const written = Object.entries(attributes).map(([name, value]) =>
    value === undefined ? '' : ` ${name}="${escapeHtml(value)}"`,
  );
  return `<${tag}${written.join('')}`;
}

/** An element around children that are HTML already; `undefined`, `false` and `''` are no child. */
export function element(
  tag: string,
  attributes: Attributes,
  ...children: readonly (string | false | undefined)[]
): string {
  return `${openTag(tag, attributes)}>${children.filter(Boolean).join('')}</${tag}>`;
}

/** An element that can have no children, `<input>` for one. */
export function voidElement(tag: string, attributes: Attributes): string {
  return `${openTag(tag, attributes)}/>`;
}
