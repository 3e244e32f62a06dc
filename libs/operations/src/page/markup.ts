/** Text that is already markup. */
export interface Markup {
  readonly markup: string;
}

/** The content of a template. Everything except markup is escaped. */
export type Content = string | number | Markup | readonly Markup[];

const escape = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

function write(content: Content): string {
  if (typeof content === 'string') return escape(content);
  if (typeof content === 'number') return String(content);
  return 'markup' in content ? content.markup : content.map(({ markup }) => markup).join('');
}

/** Builds markup from a template. */
export function markup(parts: TemplateStringsArray, ...contents: readonly Content[]): Markup {
  return { markup: String.raw({ raw: parts }, ...contents.map(write)) };
}

/** Empty markup. */
export const NOTHING: Markup = { markup: '' };
