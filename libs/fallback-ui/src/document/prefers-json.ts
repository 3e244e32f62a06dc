const JSON_TYPES = ['application/problem+json', 'application/json'];
const HTML_TYPE = 'text/html';

/**
 * Whether a client prefers JSON to HTML, by its `Accept` header (RFC 9110, 12.5.1). If it accepts both equally, it gets
 * JSON if it names JSON and not HTML, as axios and Angular's HttpClient do. `fetch` by default names neither and gets HTML.
 */
export function prefersJson(accept: string): boolean {
  const ranges = new Map(accept.toLowerCase().split(',').map(parseRange));
  /** The most specific matching range counts, in any order. */
  const qualityOf = (type: string): number =>
    ranges.get(type) ?? ranges.get(type.replace(/\/.*/, '/*')) ?? ranges.get('*/*') ?? 0;
  const html = qualityOf(HTML_TYPE);
  const json = Math.max(...JSON_TYPES.map(qualityOf));
  const namesJson = JSON_TYPES.some((type) => ranges.get(type) === json);
  return json > html || (json === html && json > 0 && namesJson && !ranges.has(HTML_TYPE));
}

function parseRange(range: string): [type: string, quality: number] {
  const [type = '', ...parameters] = range.split(';').map((part) => part.trim());
  const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  return [type, quality === undefined ? 1 : Number(quality) || 0];
}
