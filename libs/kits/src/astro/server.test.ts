/** @jest-environment node */
const captureError = jest.fn<string, [unknown]>(() => 'abc-1');
const startServer = jest.fn(() => ({
  captureError,
  faultResponse: (status: number, _request: Request, reference = 'none', replaced = new Headers()) =>
    status < 400 || status === 418
      ? undefined
      : new Response(`document ${reference}`, { status, headers: { 'x-was': replaced.get('x-own') ?? '' } }),
}));
jest.mock('../server/index.ts', () => ({ startServer }));

let printed: unknown[];
beforeEach(() => {
  jest.resetModules();
  jest.clearAllMocks();
  printed = [];
  jest.spyOn(console, 'error').mockImplementation((error) => void printed.push(error));
});
afterEach(() => Reflect.deleteProperty(globalThis, '__ADIT_IS_DEVELOPMENT__'));

const failure = new Error('x');
const HTML = { 'content-type': 'text/html', 'x-own': '1' };

interface Ask {
  readonly ownPages?: readonly string[];
  readonly routePattern?: string;
  readonly isPrerendered?: boolean;
  readonly signal?: AbortSignal;
}

/** Asks the middleware for a page, in front of an application. */
async function ask(
  answer: () => Response,
  {
    ownPages = [],
    routePattern = '/orders',
    isPrerendered = false,
    signal = new AbortController().signal,
  }: Ask = {},
) {
  const { createOnRequest } = await import('./server.ts');
  const request = new Request('https://shop.example/', { headers: { accept: 'text/html' }, signal });
  return createOnRequest(ownPages)({ request, routePattern, isPrerendered }, () =>
    Promise.resolve().then(answer),
  );
}

const fails = (): never => {
  throw failure;
};
const failsLate = (parts: readonly string[]) => () => {
  const left = [...parts];
  const pull = (controller: ReadableStreamDefaultController) => {
    const part = left.shift();
    if (part === undefined) controller.error(failure);
    else controller.enqueue(new TextEncoder().encode(part));
  };
  return new Response(new ReadableStream({ pull }), { headers: HTML });
};

it('reports and prints an error, and answers with the document of its reference', async () => {
  const answer = await ask(fails);
  expect([answer.status, await answer.text()]).toEqual([500, 'document abc-1']);
  expect([captureError.mock.calls, printed]).toEqual([[[failure]], [failure]]);
});

it('does so for an error of a component before the first part of the page', async () => {
  const answer = await ask(failsLate([]));
  expect([answer.status, await answer.text()]).toEqual([500, 'document abc-1']);
});

it('reports an error of a component after the first part, which Astro prints', async () => {
  const answer = await ask(failsLate(['<h1>']));
  expect(answer.status).toBe(200);
  await expect(answer.text()).rejects.toBe(failure);
  expect([captureError.mock.calls, printed]).toEqual([[[failure]], []]);
});

it('leaves the error to the application’s page, unless that page fails', async () => {
  const ownPages = ['/500'];
  await expect(ask(fails, { ownPages })).rejects.toBe(failure);
  expect([captureError.mock.calls, printed]).toEqual([[[failure]], []]);
  expect((await ask(fails, { ownPages, routePattern: '/500' })).status).toBe(500);
});

it('leaves the error to Astro’s overlay in development', async () => {
  Object.assign(globalThis, { __ADIT_IS_DEVELOPMENT__: true });
  await expect(ask(fails, { isPrerendered: true })).rejects.toBe(failure);
  expect(captureError.mock.calls).toEqual([[failure]]);
});

it('neither starts nor reports in a build', async () => {
  await expect(ask(fails, { isPrerendered: true })).rejects.toBe(failure);
  expect(startServer).not.toHaveBeenCalled();
});

it('does not report the error of a visitor who left', async () => {
  await expect(ask(fails, { signal: AbortSignal.abort() })).rejects.toBe(failure);
  expect(captureError).not.toHaveBeenCalled();
});

it('answers a status without content with its document, which gets the headers, and leaves all else', async () => {
  const document = await ask(() => new Response(null, { status: 403, headers: HTML }));
  expect([await document.text(), document.headers.get('x-was')]).toEqual(['document none', '1']);
  expect(await (await ask(() => new Response('Own', { status: 403, headers: HTML }))).text()).toBe('Own');
  const data = Response.json({}, { status: 500 });
  expect(await ask(() => data)).toBe(data);
  const empty = new Response(null, { status: 418 });
  expect(await ask(() => empty)).toBe(empty);
  expect(captureError).not.toHaveBeenCalled();
});

describe('reportErrors', () => {
  const call = async (error: unknown) => {
    const { reportErrors } = await import('./server.ts');
    const action = {
      accept: 'json',
      handler: (): never => {
        throw error;
      },
    };
    const reported = reportErrors(action);
    expect(reported.accept).toBe('json');
    await expect(Promise.resolve().then(reported.handler)).rejects.toBe(error);
  };

  it('reports and prints an error of an action, and throws it', async () => {
    await call(failure);
    expect([captureError.mock.calls, printed]).toEqual([[[failure]], [failure]]);
  });

  it.each(['AstroActionError', 'AstroActionInputError'])(
    'does not report %s, which is an answer',
    async (type) => {
      await call(Object.assign(new Error('x'), { type }));
      expect([captureError.mock.calls, printed]).toEqual([[], []]);
    },
  );

  it('passes input and result on', async () => {
    const { reportErrors } = await import('./server.ts');
    const { handler } = reportErrors({ handler: (a: number, b: number) => Promise.resolve(a + b) });
    expect(await handler(1, 2)).toBe(3);
  });
});
