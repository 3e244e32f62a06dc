/** What is read of a response: the Fetch API's `Response`, or Playwright's `Response` and `APIResponse`. */
export type CheckedResponse = FetchLikeResponse | PlaywrightLikeResponse;

/** The part of a Fetch API `Response` that is read. */
export interface FetchLikeResponse {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  /** Where there is one, the copy is read, and the response can be read again. */
  clone?(): { text(): Promise<string> };
  text(): Promise<string>;
}

/** The part of Playwright's `Response` and `APIResponse` that is read. */
export interface PlaywrightLikeResponse {
  status(): number;
  /** By lower-case name. */
  headers(): Readonly<Record<string, string>>;
  text(): Promise<string>;
}

/** A response as plain data, whoever fetched it. */
interface ReadResponse {
  readonly status: number;
  readonly header: (name: string) => string;
  readonly body: string;
}

/**
 * What keeps a response from being an honest answer to a fault: its status, what it tells caches and search engines, when
 * to come back after a 503, and whether a person can read it without a script. Wants the response to a GET, because a HEAD
 * has no document to look at.
 *
 * @param expectedStatus the status code the answer must have
 * @returns a sentence for each problem; empty for an honest answer
 * @throws whatever reading the body throws: a body that was read before, a connection that was lost
 */
export async function honestStatusProblems(
  response: CheckedResponse,
  expectedStatus: number,
): Promise<string[]> {
  const read = await readResponse(response);
  const type = read.header('content-type').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const html = type === 'text/html' ? withoutUnreadParts(read.body) : '';
  return [
    ...statusProblems(read, expectedStatus, html),
    ...headerProblems(read, html),
    ...(expectedStatus === 503 ? retryAfterProblems(read) : []),
    ...(type === 'text/html'
      ? htmlProblems(visiblePart(html))
      : otherProblems(type, read.body, expectedStatus)),
  ];
}

const isPlaywrightLike = (response: CheckedResponse): response is PlaywrightLikeResponse =>
  typeof response.status === 'function';

async function readResponse(response: CheckedResponse): Promise<ReadResponse> {
  if (isPlaywrightLike(response)) {
    const headers = response.headers();
    return {
      status: response.status(),
      header: (name) => headers[name] ?? '',
      body: await response.text(),
    };
  }
  const { status, headers } = response;
  const copy = response.clone?.() ?? response;
  return { status, header: (name) => headers.get(name) ?? '', body: await copy.text() };
}

/** Comments, scripts and styles may hold tags that are none. */
function withoutUnreadParts(html: string): string {
  return html.replace(/<!--[^]*?-->|<(script|style|template|noscript)\b[^]*?<\/\1\s*>/gi, '');
}

/** A start or an end tag; quoted values may hold what ends one. */
const TAG = /<(\/?)([a-z][\w-]*)((?:"[^"]*"|'[^']*'|[^>"'])*)>/gi;
/** Elements without an end tag, or that end without one. */
const WITHOUT_END_TAG = /^(?:area|base|br|col|embed|hr|img|input|link|meta|p|source|track|wbr)$/;

/**
 * Without hidden elements, in which frameworks stream what their script shows later, and without drawings, whose title
 * is not the document's.
 */
function visiblePart(html: string): string {
  let visible = '';
  let end = 0;
  let left: { name: string; depth: number } | undefined;
  for (const { 0: tag, 1: slash, 2: given = '', 3: attributes = '', index } of html.matchAll(TAG)) {
    const name = given.toLowerCase();
    const isStart = slash === '' && !(name === 'svg' && attributes.endsWith('/'));
    if (left === undefined) {
      if (!isStart || WITHOUT_END_TAG.test(name) || !(name === 'svg' || isHidden(attributes))) continue;
      visible += html.slice(end, index);
      left = { name, depth: 1 };
    } else if (left.name === name) {
      if (isStart) left.depth += 1;
      else if (slash === '/') left.depth -= 1;
      if (left.depth > 0) continue;
      end = index + tag.length;
      left = undefined;
    }
  }
  return left === undefined ? visible + html.slice(end) : visible;
}

const isHidden = (attributes: string): boolean =>
  /\shidden(?=[\s=/]|$)/i.test(attributes.replace(/"[^"]*"|'[^']*'/g, ''));

function statusProblems({ status }: ReadResponse, expectedStatus: number, html: string): string[] {
  if (status === expectedStatus) return [];
  const said = `the status is ${status}, not ${expectedStatus}`;
  return status === 200 && hasNoindexMeta(html)
    ? [`${said}, though the document says noindex: the fault came after the first byte was sent`]
    : [said];
}

function headerProblems({ header }: ReadResponse, html: string): string[] {
  return [
    ...(hasDirective(header('cache-control'), 'no-store') ? [] : ['Cache-Control has no no-store']),
    ...(forbidsIndex(header('x-robots-tag')) || hasNoindexMeta(html)
      ? []
      : ['neither X-Robots-Tag nor a robots meta element says noindex']),
  ];
}

/** Seconds or a date (RFC 9110, 10.2.3). */
function retryAfterProblems({ header }: ReadResponse): string[] {
  const value = header('retry-after').trim();
  if (value === '') return ['Retry-After is missing'];
  return /^(?:\d+|\w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT)$/.test(value)
    ? []
    : [`Retry-After is ${value}, neither seconds nor a date`];
}

function htmlProblems(html: string): string[] {
  const lang = attributeOf(/<html\b[^>]*>/i.exec(html)?.[0] ?? '', 'lang');
  const hasMain = /<main\b|\srole=(["']?)main\1[\s>]/i.test(html);
  return [
    ...(lang ? [] : ['the html element has no lang']),
    ...(textOf(html, 'title') ? [] : ['the document has no title']),
    ...(hasMain ? [] : ['the document has no main']),
    ...(textOf(html, 'h1') ? [] : ['the document has no h1']),
  ];
}

/** A program's answer may tell the status once more (RFC 9457, 3.1.2), and must not tell another. */
function otherProblems(type: string, body: string, expectedStatus: number): string[] {
  if (!/^application\/(?:[\w.-]+\+)?json$/.test(type)) {
    return [`the content type is ${type || 'missing'}, neither HTML nor JSON`];
  }
  let told: unknown;
  try {
    told = (JSON.parse(body) as { status?: unknown } | null)?.status;
  } catch {
    return ['the body is no JSON'];
  }
  return told === undefined || told === expectedStatus
    ? []
    : [`the body says status ${JSON.stringify(told)}, not ${expectedStatus}`];
}

function hasDirective(header: string, directive: string): boolean {
  return header.split(',').some((part) => part.trim().toLowerCase() === directive);
}

/** Begins what is said to one crawler, up to the next; rules that have a value are written alike. */
const CRAWLER = /^(?!max-\w+-preview|max-snippet|unavailable_after)[\w-]+\s*:/i;

/** For every crawler: "somebot: nofollow, noindex" speaks to one. */
function forbidsIndex(robots: string): boolean {
  const rules = robots.split(',').map((rule) => rule.trim());
  const crawler = rules.findIndex((rule) => CRAWLER.test(rule));
  const forAll = (crawler === -1 ? rules : rules.slice(0, crawler)).join();
  return hasDirective(forAll, 'noindex') || hasDirective(forAll, 'none');
}

function hasNoindexMeta(html: string): boolean {
  return [...html.matchAll(/<meta\b[^>]*>/gi)].some(
    ([meta]) =>
      attributeOf(meta, 'name').toLowerCase() === 'robots' && forbidsIndex(attributeOf(meta, 'content')),
  );
}

/** An attribute's value in a tag, quoted or not; empty where there is none. */
function attributeOf(tag: string, name: string): string {
  const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>/]+))`, 'i').exec(tag);
  return found?.[1] ?? found?.[2] ?? found?.[3] ?? '';
}

function textOf(html: string, tag: string): string {
  const content = new RegExp(`<${tag}\\b[^>]*>([^]*?)</${tag}\\s*>`, 'i').exec(html)?.[1] ?? '';
  return content.replace(/<[^>]*>/g, '').trim();
}
