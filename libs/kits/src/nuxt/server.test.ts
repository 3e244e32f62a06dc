/** @jest-environment node */
import type { NitroApp } from './server.ts';

const captureError = jest.fn<string, [unknown]>(() => 'abc-1');
const faultResponse = jest.fn((status: number, request: Request, reference = 'none') =>
  status === 418
    ? undefined
    : new Response(`document ${reference} for ${request.headers.get('accept-language')}`, {
        status,
        headers: { 'cache-control': 'no-store' },
      }),
);
jest.mock('../server/index.ts', () => ({ startServer: () => ({ captureError, faultResponse }) }));

const NAMES = ['__ADIT_HAS_ERROR_PAGE__', '__ADIT_IS_DEVELOPMENT__'];
let printed: unknown[];
beforeEach(() => {
  jest.resetModules();
  jest.clearAllMocks();
  printed = [];
  jest.spyOn(console, 'error').mockImplementation((error) => void printed.push(error));
});
afterEach(() => {
  for (const name of NAMES) Reflect.deleteProperty(globalThis, name);
});

/** The errors that reach the kit, which reports each object once. */
const reported = () => [...new Set(captureError.mock.calls.map(([error]) => error))];

const failure = new Error('x');
const HTML = { accept: 'text/html,*/*;q=0.8', 'accept-language': 'de' };

/** Lets Nitro meet an error in a request with these headers. */
async function meet(
  error: unknown,
  headers: Record<string, string> = HTML,
  { method = 'GET', headersSent = false } = {},
) {
  const { default: plugin } = await import('./server.ts');
  const nuxt = jest.fn();
  let listen: ((error: unknown, context: { event?: object }) => void) | undefined;
  const app: NitroApp = {
    hooks: { hook: (_name, listener) => void (listen = listener) },
    h3App: { options: { onError: nuxt } },
  };
  plugin(app);
  const sent = new Map<string, unknown>([
    ['set-cookie', 'session=1'],
    ['etag', '"page"'],
  ]);
  const end = jest.fn<undefined, [string]>();
  const res = {
    statusCode: 200,
    statusMessage: 'Server Error',
    headersSent,
    getHeaderNames: () => [...sent.keys()],
    removeHeader: (name: string) => void sent.delete(name),
    setHeader: (name: string, value: unknown) => void sent.set(name, value),
    end,
  };
  const event = { path: '/orders', node: { req: { headers, method }, res } };
  listen?.(error, { event });
  await (app.h3App.options.onError as (error: unknown, event: object) => unknown)(error, event);
  return { nuxt, status: res.statusCode, body: end.mock.calls[0]?.[0], headers: sent, listen };
}

it('reports and prints an error of a page once, and answers with its document', async () => {
  const { nuxt, status, body, headers } = await meet(Object.assign(failure, { statusCode: 500 }));
  expect([status, body]).toEqual([500, 'document abc-1 for de']);
  expect(Object.fromEntries(headers)).toEqual({
    'set-cookie': 'session=1',
    'cache-control': 'no-store',
    'content-type': 'text/plain;charset=UTF-8',
  });
  expect([reported(), printed, nuxt.mock.calls]).toEqual([[failure], [failure], []]);
});

it('answers a status that was thrown intentionally with its document, and reports nothing', async () => {
  const { status, body } = await meet({ statusCode: 403 }, { accept: 'text/html' }, { method: 'HEAD' });
  expect([status, body]).toEqual([403, 'document none for ']);
  expect(faultResponse.mock.calls[0]?.[1].method).toBe('HEAD');
  expect([captureError.mock.calls, printed]).toEqual([[], []]);
});

it('reports an error of an endpoint, which Nuxt answers', async () => {
  const { nuxt, body } = await meet(failure, { accept: 'application/json' });
  expect(reported()).toEqual([failure]);
  expect([nuxt.mock.calls.length, body]).toEqual([1, undefined]);
});

it.each(['unhandled', 'fatal'])('does not print an error that Nuxt answers and prints: %s', async (kind) => {
  const error = Object.assign(new Error('x'), { statusCode: 500, [kind]: true });
  await meet(error, { accept: 'application/json' });
  expect([reported(), printed]).toEqual([[error], []]);
  // Control: Nuxt does not answer this.
  await meet(error);
  expect(printed).toEqual([error]);
});

it('answers a request without headers with a document', async () => {
  expect((await meet({ statusCode: 404 }, {})).body).toBe('document none for ');
});

it('leaves an answer that has begun to Nuxt, and reports', async () => {
  const error = Object.assign(new Error('x'), { statusCode: 500, unhandled: true });
  const { nuxt, body, headers } = await meet(error, HTML, { headersSent: true });
  expect([reported(), nuxt.mock.calls.length, body, headers.size]).toEqual([[error], 1, undefined, 2]);
  // Nuxt prints nothing then.
  expect(printed).toEqual([error]);
});

it('leaves a status without a document to Nuxt', async () => {
  const { nuxt, body } = await meet({ statusCode: 418 });
  expect([nuxt.mock.calls.length, body]).toEqual([1, undefined]);
});

it.each(NAMES)('leaves the answer to Nuxt with %s, and reports', async (name) => {
  Object.assign(globalThis, { [name]: true });
  const { nuxt, body } = await meet(failure);
  expect(reported()).toEqual([failure]);
  expect([printed, nuxt.mock.calls.length, body]).toEqual([[failure], 1, undefined]);
});

it('leaves an error outside a request to the SDK', async () => {
  const { listen } = await meet({ statusCode: 404 });
  listen?.(failure, {});
  expect(captureError).not.toHaveBeenCalled();
});
