/** Text that is markup already. */
export interface Markup {
  readonly markup: string;
}

/** What can stand in a template. Everything but markup is escaped. */
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

/** No markup at all. */
export const NOTHING: Markup = { markup: '' };
