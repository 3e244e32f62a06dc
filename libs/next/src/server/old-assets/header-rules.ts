/** A rule of `headers()` in next.config, as Next writes it to `routes-manifest.json`. */
interface Rule {
  readonly source: string;
  readonly regex: string;
  readonly headers: readonly { readonly key: string; readonly value: string }[];
  readonly has?: unknown;
  readonly missing?: unknown;
}

type Headers = Readonly<Record<string, string>>;

/**
 * Reads the rules of `headers()` that depend on the path alone. Rules with `has` or `missing`, and values that contain a
 * part of the path, are left out.
 * @returns the headers for a path
 */
export function readHeaderRules(manifest: unknown): (path: string) => Headers {
  const { headers: rules = [] } = manifest as { readonly headers?: readonly Rule[] };
  const simple = rules
    .filter(({ has, missing }) => has === undefined && missing === undefined)
    .map(({ source, regex, headers }) => {
      const names = [...source.matchAll(/:(\w+)/g)].map(([part]) => part);
      const usable = headers.filter(({ value }) => !names.some((name) => value.includes(name)));
      // Next ignores the case of paths.
      return {
        pattern: new RegExp(regex, 'i'),
        headers: usable.map(({ key, value }) => [key, value] as const),
      };
    });
  return (path) =>
    Object.fromEntries(simple.flatMap(({ pattern, headers }) => (pattern.test(path) ? headers : [])));
}
