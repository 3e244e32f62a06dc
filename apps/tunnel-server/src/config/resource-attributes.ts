/**
 * Parses `OTEL_RESOURCE_ATTRIBUTES`: comma-separated `key=value` pairs with percent encoding. Invalid pairs are
 * ignored.
 */
export function parseResourceAttributes(text = ''): Readonly<Record<string, string>> {
  return Object.fromEntries(
    text.split(',').flatMap((pair) => {
      const [, key = '', value = ''] = /^\s*([^=\s]+)\s*=\s*(.*?)\s*$/.exec(pair) ?? [];
      try {
        return key === '' ? [] : [[key, decodeURIComponent(value)] as const];
      } catch {
        return [];
      }
    }),
  );
}
