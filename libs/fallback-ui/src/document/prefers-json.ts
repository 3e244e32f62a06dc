/** The types of a problem's two forms; a client that names none of them reads HTML. */
const JSON_TYPES = ['application/problem+json', 'application/json'];
const HTML_TYPE = 'text/html';

/**
 * Whether a client asks for JSON rather than for HTML, by its `Accept` header (RFC 9110, 12.5.1). Where it takes both
 * alike, one that names JSON and has HTML only among all else is a program, as axios and Angular's HttpClient are; any
 * other, such as `fetch` with its default, is answered HTML.
 */
export function prefersJson(accept: string): boolean {
  const ranges = new Map(accept.toLowerCase().split(',').map(parseRange));
  /** The most specific range that fits counts, whatever the order. */
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
