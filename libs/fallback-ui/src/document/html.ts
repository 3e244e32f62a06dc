import { escapeHtml } from '@adit/common';

/** Attributes; `undefined` is left out. */
type Attributes = Readonly<Record<string, string | undefined>>;

function openTag(tag: string, attributes: Attributes): string {
  const written = Object.entries(attributes).map(([name, value]) =>
    value === undefined ? '' : ` ${name}="${escapeHtml(value)}"`,
  );
  return `<${tag}${written.join('')}`;
}

/** An element with children, which are HTML already; falsy ones are left out. */
export function element(
  tag: string,
  attributes: Attributes,
  ...children: readonly (string | false | undefined)[]
): string {
  return `${openTag(tag, attributes)}>${children.filter(Boolean).join('')}</${tag}>`;
}

/** An element without children, such as `<input>`. */
export function voidElement(tag: string, attributes: Attributes): string {
  return `${openTag(tag, attributes)}/>`;
}
