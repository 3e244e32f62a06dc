import { honestStatusProblems } from './honest-status.ts';

const DOCUMENT = `<!doctype html>
<html lang="en"><head><title>No such page</title><meta name="robots" content="noindex"/></head>
<body><main class="screen"><h1 id="top">No such page</h1><p>Sorry.</p></main></body></html>`;

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex',
};

interface Answer {
  status?: number;
  headers?: Record<string, string | undefined>;
  body?: string;
}

/** A correct answer to a 404, except for the given changes. */
function answer({ status = 404, headers = {}, body = DOCUMENT }: Answer = {}): Response {
  const given: Record<string, string | undefined> = { ...HEADERS, ...headers };
  const sent = Object.entries(given).filter((header): header is [string, string] => header[1] !== undefined);
  const response = new Response(body, { status, headers: sent });
  // The constructor adds a content type.
  if (!sent.some(([name]) => name === 'content-type')) response.headers.delete('content-type');
  return response;
}

const NO_INDEX = 'neither X-Robots-Tag nor a robots meta element says noindex';

describe('honestStatusProblems', () => {
  it('finds none in a right answer, and leaves it to be read again', async () => {
    const response = answer();

    expect(await honestStatusProblems(response, 404)).toEqual([]);
    expect(await response.text()).toBe(DOCUMENT);
  });

  it('reads a response of Playwright too', async () => {
    const { status, headers, text } = {
      status: () => 403,
      headers: () => HEADERS,
      text: async () => DOCUMENT,
    };

    expect(await honestStatusProblems({ status, headers, text }, 404)).toEqual([
      'the status is 403, not 404',
    ]);
  });

  it('finds the soft 404: a missing page that is sent with status 200', async () => {
    const body = DOCUMENT.replace(/<meta.*\/>/, '');
    const response = answer({ status: 200, headers: { 'x-robots-tag': undefined }, body });

    expect(await honestStatusProblems(response, 404)).toEqual(['the status is 200, not 404', NO_INDEX]);
  });

  it('recognises a page that failed after its first byte by its noindex', async () => {
    expect(await honestStatusProblems(answer({ status: 200 }), 404)).toEqual([
      'the status is 200, not 404, though the document says noindex: the page failed after its first byte was sent',
    ]);
  });

  it.each<[string, Answer, string[]]>([
    ['another status', { status: 403 }, ['the status is 403, not 404']],
    [
      'a cache that may keep it',
      { headers: { 'cache-control': 'public, max-age=60' } },
      ['Cache-Control has no no-store'],
    ],
    ['no Cache-Control', { headers: { 'cache-control': undefined } }, ['Cache-Control has no no-store']],
    [
      'another directive with the same beginning',
      { headers: { 'cache-control': 'no-store-ever' } },
      ['Cache-Control has no no-store'],
    ],
    [
      'no content type',
      { headers: { 'content-type': undefined } },
      ['the content type is missing, neither HTML nor JSON'],
    ],
    [
      'plain text',
      { headers: { 'content-type': 'text/plain' } },
      ['the content type is text/plain, neither HTML nor JSON'],
    ],
    ['no language', { body: DOCUMENT.replace(' lang="en"', '') }, ['the html element has no lang']],
    ['an empty language', { body: DOCUMENT.replace('"en"', '""') }, ['the html element has no lang']],
    ['no title', { body: DOCUMENT.replace(/<title>.*<\/title>/, '') }, ['the document has no title']],
    [
      'an empty title',
      { body: DOCUMENT.replace(/(<title>).*(<\/title>)/, '$1 $2') },
      ['the document has no title'],
    ],
    ['no main', { body: DOCUMENT.replace(/<(\/?)main/g, '<$1div') }, ['the document has no main']],
    ['no h1', { body: DOCUMENT.replace(/<(\/?)h1/g, '<$1h2') }, ['the document has no h1']],
    [
      'an h1 without text',
      { body: DOCUMENT.replace(/(<h1[^>]*>).*<\/h1>/, '$1<b></b></h1>') },
      ['the document has no h1'],
    ],
    [
      'an h1 in a comment',
      { body: DOCUMENT.replace(/<h1.*<\/h1>/, '<!-- $& -->') },
      ['the document has no h1'],
    ],
    [
      'an h1 in a script',
      { body: DOCUMENT.replace(/<h1.*<\/h1>/, '<script>$&</script>') },
      ['the document has no h1'],
    ],
    [
      'content that a script would have to show first',
      { body: DOCUMENT.replace(/<main.*<\/main>/, '<div id="S:0"  hidden>$&<div>more</div></div>') },
      ['the document has no main', 'the document has no h1'],
    ],
    [
      'a hidden element that is not closed',
      { body: DOCUMENT.replace('<main', "<section data-x='>' HIDDEN=''><main") },
      ['the document has no main', 'the document has no h1'],
    ],
    [
      'a hidden heading',
      { body: DOCUMENT.replace('<h1', '<h1 hidden="until-found"') },
      ['the document has no h1'],
    ],
    [
      'only the title of a drawing',
      {
        body: DOCUMENT.replace(/<title>.*<\/title>/, '').replace(
          '<h1',
          '<svg><svg/><svg></svg><title>Logo</title></svg><h1',
        ),
      },
      ['the document has no title'],
    ],
    [
      'a JSON body that is not JSON',
      { headers: { 'content-type': 'application/json' } },
      ['the body is not JSON'],
    ],
  ])('finds %s', async (_, given, problems) => {
    expect(await honestStatusProblems(answer(given), 404)).toEqual(problems);
  });

  it.each([
    ['a class and an attribute named hidden', '<main', '<main data-hidden=hidden title="hidden" id'],
    ['a hidden element that is closed', '<h1', '<div hidden><div>x</div></div><h1'],
    ['a hidden void element', '<h1', '<input hidden><p hidden><h1'],
    ['a landmark by its role', /<main(.*)main>/, '<div role="main"$1div>'],
  ])('accepts %s', async (_, from, to) => {
    expect(await honestStatusProblems(answer({ body: DOCUMENT.replace(from, to) }), 404)).toEqual([]);
  });

  it.each([
    ['<meta content=noindex name=robots>', []],
    ["<META NAME='Robots' CONTENT='nofollow, NoIndex'>", []],
    ['<meta name="robots" content="none">', []],
    ['<meta name="robots" content="index">', [NO_INDEX]],
    ['<meta name="somebot" content="noindex">', [NO_INDEX]],
    ['<!-- <meta name="robots" content="noindex"> -->', [NO_INDEX]],
    ['<meta name="robots">', [NO_INDEX]],
  ])('reads %s if the header is missing', async (meta, problems) => {
    const body = DOCUMENT.replace(/<meta.*\/>/, meta);

    expect(await honestStatusProblems(answer({ body, headers: { 'x-robots-tag': undefined } }), 404)).toEqual(
      problems,
    );
  });

  it.each([
    ['noindex, nofollow', []],
    ['none', []],
    ['somebot: noindex', [NO_INDEX]],
    ['nofollow', [NO_INDEX]],
    // Everything after a crawler's name applies to that crawler.
    ['somebot: nofollow, noindex', [NO_INDEX]],
    ['nofollow, somebot: noindex, none', [NO_INDEX]],
    ['NoIndex, somebot: nofollow', []],
    ['max-snippet: 20, max-image-preview:large, max-video-preview:-1, noindex', []],
    ['unavailable_after: Wed, 25 Nov 2026 15:00:00 GMT, noindex', []],
  ])('reads X-Robots-Tag: %s if the element is missing', async (robots, problems) => {
    const body = DOCUMENT.replace(/<meta.*\/>/, '');

    expect(await honestStatusProblems(answer({ body, headers: { 'x-robots-tag': robots } }), 404)).toEqual(
      problems,
    );
  });

  it.each([
    [undefined, ['Retry-After is missing']],
    ['600', []],
    ['Wed, 25 Nov 2026 15:00:00 GMT', []],
    ['soon', ['Retry-After is soon, neither seconds nor a date']],
  ])('asks a 503 for Retry-After: %s', async (retryAfter, problems) => {
    const unavailable = answer({ status: 503, headers: { 'retry-after': retryAfter } });

    expect(await honestStatusProblems(unavailable, 503)).toEqual(problems);
  });

  it.each([
    ['{"status":404}', []],
    ['{"message":"none"}', []],
    ['null', []],
    ['{"status":200}', ['the body says status 200, not 404']],
    ['{"status":"404"}', ['the body says status "404", not 404']],
  ])('reads the status in JSON: %s', async (body, problems) => {
    for (const type of ['application/json', 'application/problem+json; charset=utf-8']) {
      expect(await honestStatusProblems(answer({ body, headers: { 'content-type': type } }), 404)).toEqual(
        problems,
      );
    }
  });
});
