import { expect, it } from '@jest/globals';
import { checkOnline } from './check-online.ts';

const SETTINGS = {
  environment: 'live',
  dsn: 'https://0123456789abcdef0123456789abcdef@o450.ingest.sentry.io/4509',
};

/** Checks an application that redirects its tunnel path there; at the path with a slash, the tunnel answers. */
async function check(location: string) {
  const requests: string[] = [];
  const fetch = (url: URL | RequestInfo, init?: RequestInit): Promise<Response> => {
    const request = new Request(url, init);
    requests.push(`${request.method} ${request.url}`);
    if (!request.url.endsWith('/'))
      return Promise.resolve(new Response(null, { status: 308, headers: { location } }));
    return Promise.resolve(Response.json(request.method === 'GET' ? SETTINGS : { id: '0' }));
  };
  const { level } = await checkOnline({ url: 'https://shop.test', tunnelPath: '/quarry', fetch });
  return { level, requests };
}

it('follows the redirect of trailingSlash, and sends to where it leads', async () => {
  const { level, requests } = await check('/quarry/');

  expect(level).toBe('ok');
  expect(requests).toEqual([
    'GET https://shop.test/quarry',
    'GET https://shop.test/quarry/',
    'POST https://shop.test/quarry/',
    'POST https://shop.test/quarry/',
  ]);
});

it.each(['/quarry/?a=1', '/other/', 'https://www.shop.test/quarry/', 'http://['])(
  'control: does not follow a redirect to %s',
  async (location) => {
    const { level, requests } = await check(location);

    expect(level).toBe('error');
    expect(requests).toEqual(['GET https://shop.test/quarry']);
  },
);
