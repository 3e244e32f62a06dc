import { readHtml, type ReadDocument } from './read-html.ts';

/** The part of Playwright's `APIResponse` that is read. */
export interface PlaywrightLikeResponse {
  status(): number;
  /** By lower-case name. */
  headers(): Readonly<Record<string, string>>;
  text(): Promise<string>;
}

/** A response as plain data. */
interface ReadResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

/**
 * Checks the response to a GET of a failed page: its status, its directives for caches and search engines,
 * `Retry-After` on a 503, and whether a visitor can read it without JavaScript. The response can be read again
 * afterwards.
 *
 * @param expectedStatus the status code the answer must have
 * @returns one sentence for each problem; empty if the answer is correct
 * @throws if the body cannot be read
 */
export async function honestStatusProblems(
  response: Response | PlaywrightLikeResponse,
  expectedStatus: number,
): Promise<string[]> {
  const read = await readResponse(response);
  const type = headerOf(read, 'content-type').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const document = type === 'text/html' ? readHtml(read.body) : undefined;
  const hasNoindexMeta = document?.robots.some(forbidsIndex) ?? false;
  return [
    ...statusProblems(read, expectedStatus, hasNoindexMeta),
    ...headerProblems(read, hasNoindexMeta),
    ...(expectedStatus === 503 ? retryAfterProblems(read) : []),
    ...(document ? documentProblems(document) : jsonProblems(type, read.body, expectedStatus)),
  ];
}

async function readResponse(response: Response | PlaywrightLikeResponse): Promise<ReadResponse> {
  if (!('clone' in response)) {
    return {
      status: response.status(),
      headers: new Headers(response.headers()),
      body: await response.text(),
    };
  }
  const { status, headers } = response;
  return { status, headers, body: await response.clone().text() };
}

const headerOf = ({ headers }: ReadResponse, name: string): string => headers.get(name)?.trim() ?? '';

function statusProblems({ status }: ReadResponse, expectedStatus: number, hasNoindexMeta: boolean): string[] {
  if (status === expectedStatus) return [];
  const problem = `the status is ${status}, not ${expectedStatus}`;
  return status === 200 && hasNoindexMeta
    ? [`${problem}, though the document says noindex: the page failed after its first byte was sent`]
    : [problem];
}

function headerProblems(read: ReadResponse, hasNoindexMeta: boolean): string[] {
  return [
    ...(hasDirective(headerOf(read, 'cache-control'), 'no-store') ? [] : ['Cache-Control has no no-store']),
    ...(forbidsIndex(headerOf(read, 'x-robots-tag')) || hasNoindexMeta
      ? []
      : ['neither X-Robots-Tag nor a robots meta element says noindex']),
  ];
}

/** Seconds or a date (RFC 9110, 10.2.3). */
function retryAfterProblems(read: ReadResponse): string[] {
  const value = headerOf(read, 'retry-after');
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

/** JSON may repeat the status (RFC 9457, 3.1.2). It must not name another one. */
function jsonProblems(type: string, body: string, expectedStatus: number): string[] {
  if (!/^application\/(?:[\w.-]+\+)?json$/.test(type)) {
    return [`the content type is ${type || 'missing'}, neither HTML nor JSON`];
  }
  let status: unknown;
  try {
    status = (JSON.parse(body) as { status?: unknown } | null)?.status;
  } catch {
    return ['the body is not JSON'];
  }
  return status === undefined || status === expectedStatus
    ? []
    : [`the body says status ${JSON.stringify(status)}, not ${expectedStatus}`];
}

function hasDirective(header: string, directive: string): boolean {
  return header.split(',').some((part) => part.trim().toLowerCase() === directive);
}

/** Starts the rules for one crawler. A few rules with a value look the same and are excluded. */
const CRAWLER = /^(?!max-\w+-preview|max-snippet|unavailable_after)[\w-]+\s*:/i;

/** Whether indexing is forbidden for every crawler: "somebot: nofollow, noindex" applies only to that one. */
function forbidsIndex(robots: string): boolean {
  const rules = robots.split(',').map((rule) => rule.trim());
  const crawler = rules.findIndex((rule) => CRAWLER.test(rule));
  const forAll = (crawler === -1 ? rules : rules.slice(0, crawler)).join();
  return hasDirective(forAll, 'noindex') || hasDirective(forAll, 'none');
}
