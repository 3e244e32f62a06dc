/** The tunnel path that the text of an `adit.config` names; `undefined` if it names none, or computes it. */
export const tunnelPathIn = (text: string): string | undefined =>
  /\btunnelPath['"]?\s*:\s*(['"`])(\/[^'"`$]*)\1/.exec(text)?.[2];
