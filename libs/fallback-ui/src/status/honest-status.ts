import { readHtml, type ReadDocument } from './read-html.ts';

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
  const document = type === 'text/html' ? readHtml(read.body) : undefined;
  const hasNoindexMeta = document?.robots.some(forbidsIndex) ?? false;
  return [
    ...statusProblems(read, expectedStatus, hasNoindexMeta),
    ...headerProblems(read, hasNoindexMeta),
    ...(expectedStatus === 503 ? retryAfterProblems(read) : []),
    ...(document ? documentProblems(document) : otherProblems(type, read.body, expectedStatus)),
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

function statusProblems({ status }: ReadResponse, expectedStatus: number, hasNoindexMeta: boolean): string[] {
  if (status === expectedStatus) return [];
  const said = `the status is ${status}, not ${expectedStatus}`;
  return status === 200 && hasNoindexMeta
    ? [`${said}, though the document says noindex: the fault came after the first byte was sent`]
    : [said];
}

function headerProblems({ header }: ReadResponse, hasNoindexMeta: boolean): string[] {
  return [
    ...(hasDirective(header('cache-control'), 'no-store') ? [] : ['Cache-Control has no no-store']),
    ...(forbidsIndex(header('x-robots-tag')) || hasNoindexMeta
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

function documentProblems({ lang, says, hasMain }: ReadDocument): string[] {
  return [
    ...(lang ? [] : ['the html element has no lang']),
    ...(says('title') ? [] : ['the document has no title']),
    ...(hasMain ? [] : ['the document has no main']),
    ...(says('h1') ? [] : ['the document has no h1']),
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
