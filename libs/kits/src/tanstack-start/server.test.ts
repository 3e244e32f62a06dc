/** @jest-environment node */
type Handler = (context: object) => Promise<Response> | Response;

let handler: Handler;
const start = jest.fn<Promise<Response>, [Request]>();
jest.mock(
  '@tanstack/react-start/server',
  () => ({
    createServerEntry: <Entry>(given: Entry) => given,
    createStartHandler: (given: Handler) => {
      handler = given;
      return start;
    },
    defaultStreamHandler: () => new Response('page'),
    getResponseHeaders: () => new Headers({ 'set-cookie': 'basket=7' }),
  }),
  { virtual: true },
);
jest.mock('@tanstack/react-router/ssr/server', () => ({ getSsrStatus: () => 404 }), { virtual: true });
jest.mock('@sentry/node', () => ({ init: jest.fn(), captureConsoleIntegration: jest.fn() }));

const written = jest.spyOn(console, 'error').mockImplementation(() => undefined);
interface Server {
  readonly fetch: (request: Request) => Promise<Response>;
}
let server: Server;
beforeAll(async () => void (server = (await import('./server.ts')).default as Server));
afterAll(() => written.mockRestore());

const request = new Request('https://shop.example/order');
const cookiesOf = async (answer: Response | Promise<Response>) => {
  const { status, headers } = await answer;
  return [status, headers.getSetCookie()];
};

it('keeps the cookies that were set before a route threw', async () => {
  start.mockRejectedValueOnce(new Error('The route failed'));
  expect(await cookiesOf(server.fetch(request))).toEqual([500, ['basket=7']]);
});

it('keeps the cookies in the headers of the routes of a page that fails', async () => {
  const responseHeaders = new Headers([
    ['set-cookie', 'visit=1'],
    ['set-cookie', 'seen=2'],
    ['etag', '"page"'],
  ]);
  const answer = await handler({ request, responseHeaders, router: { state: { matches: [] } } });
  expect(await cookiesOf(answer)).toEqual([404, ['visit=1', 'seen=2']]);
  expect(answer.headers.get('etag')).toBeNull();
});
