/** The types of a problem's two forms; a client that names none of them reads HTML. */
const JSON_TYPES = ['application/problem+json', 'application/json'];
const HTML_TYPE = 'text/html';

/**
 * Whether a client asks for JSON rather than for HTML, by its `Accept` header (RFC 9110, 12.5.1). Where it takes both
 * alike, as the default of `fetch` does, the answer is no.
 */
export function prefersJson(accept: string | null): boolean {
  const ranges = new Map((accept ?? '').toLowerCase().split(',').map(parseRange));
  /** The most specific range that fits counts, whatever the order. */
  const qualityOf = (type: string): number =>
    ranges.get(type) ?? ranges.get(type.replace(/\/.*/, '/*')) ?? ranges.get('*/*') ?? 0;
  return Math.max(...JSON_TYPES.map(qualityOf)) > qualityOf(HTML_TYPE);
}

function parseRange(range: string): [type: string, quality: number] {
  const [type = '', ...parameters] = range.split(';').map((part) => part.trim());
  const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  return [type, quality === undefined ? 1 : Number(quality) || 0];
}
