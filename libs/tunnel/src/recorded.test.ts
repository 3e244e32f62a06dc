import { answer, chunksOf, createStubTransport, readAll } from '../testing/stub-transport.helper.ts';
import { DSN, ENVELOPE, post, startStubbed } from '../testing/stubbed-tunnel.helper.ts';

const HEADERS = {
  'adit-recorded': 'shop%401;e2.1.0.0;-s',
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
};

const started = (status: number) => {
  const transport = createStubTransport(() => Promise.resolve(answer({ status })));
  return startStubbed({ transport, apiPath: '/relay' });
};

it('counts what a page reports beside its envelope, by release and browser', async () => {
  const { tunnel } = started(200);
  await post(tunnel, { headers: HEADERS });
  expect(tunnel.stats().recorded).toMatchObject({
    'shop@1': { firefox: { received: { shown: 1 }, items: { error: { arrived: 2, lost: 1, unknown: 0 } } } },
  });
});

it('sends ingest the same with the report as without', async () => {
  const { tunnel, transport } = started(200);
  await post(tunnel, { headers: HEADERS });
  await post(tunnel, { headers: { 'user-agent': HEADERS['user-agent'] } });
  const [one, other] = await Promise.all(
    transport.sent.map(async ({ request: { body, ...request } }) => ({
      ...request,
      body: await readAll(body),
    })),
  );
  expect(one).toEqual(other);
  expect(one?.body).toEqual(Buffer.from(ENVELOPE));
  expect(JSON.stringify(one?.headers)).not.toContain('shop%401');
});

it('leaves out a report that the page will send again', async () => {
  const refusing = started(403).tunnel;
  await post(refusing, { headers: HEADERS });
  const { tunnel } = started(200);
  await post(tunnel, { headers: HEADERS, body: chunksOf(Buffer.from('no envelope')) });
  expect([refusing.stats().recorded, tunnel.stats().recorded]).toEqual([{}, {}]);
});

it('counts nothing at the API door, where no page sends', async () => {
  const { tunnel } = started(200);
  const { pathname, username } = new URL(DSN);
  const { status } = await post(tunnel, {
    target: `/relay/api${pathname}/envelope/?sentry_key=${username}`,
    headers: HEADERS,
  });
  expect([status, tunnel.stats().recorded]).toEqual([200, {}]);
});
