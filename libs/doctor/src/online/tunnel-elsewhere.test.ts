import { expect, it } from '@jest/globals';
import { checkOnline } from './check-online.ts';

const DSN = 'https://0123456789abcdef0123456789abcdef@o450.ingest.sentry.io/4509';
const JSON_TYPE = { 'content-type': 'application/json' };

/** The doctor's findings for pages of `https://shop.test`, and its requests, if the tunnel answers with these headers. */
async function check(headers: Readonly<Record<string, string>>) {
  const requests: Request[] = [];
  const fetch = (url: URL | RequestInfo, init?: RequestInit): Promise<Response> => {
    const request = new Request(url, init);
    requests.push(request);
    const body =
      request.method === 'GET' ? JSON.stringify({ dsn: DSN, environment: 'staging' }) : '{"id":"0"}';
    return Promise.resolve(new Response(body, { headers: { ...JSON_TYPE, ...headers } }));
  };
  const tunnelPath = 'https://tunnel.example.org/monitoring-tunnel';
  return { finding: await checkOnline({ url: 'https://shop.test/cart', tunnelPath, fetch }), requests };
}

it.each(['https://shop.test', '*'])(
  'asks a tunnel of another origin as pages do, which it lets: %s',
  async (allowed) => {
    const { finding, requests } = await check({ 'access-control-allow-origin': allowed });

    expect(finding.level).toBe('ok');
    const address = 'https://tunnel.example.org/monitoring-tunnel';
    expect(
      requests.map(({ method, url, headers }) => [
        method,
        url,
        headers.get('origin'),
        headers.get('sec-fetch-site'),
      ]),
    ).toEqual([
      ['GET', address, 'https://shop.test', null],
      ['POST', address, 'https://shop.test', 'cross-site'],
    ]);
  },
);

it.each<[string, Record<string, string>]>([
  ['nobody', {}],
  ['another site', { 'access-control-allow-origin': 'https://other.test' }],
])('says that the tunnel lets %s', async (_whom, headers) => {
  expect((await check(headers)).finding).toMatchObject({
    level: 'error',
    message:
      'The tunnel of https://tunnel.example.org does not let pages of https://shop.test read its answers',
    fix: 'Add https://shop.test to ADIT_ALLOWED_ORIGINS of the tunnel server.',
  });
});
