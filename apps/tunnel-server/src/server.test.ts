import { buildEnvelope, createScriptedIngest, deferred, type ScriptedIngest } from '@adit/testing';
import { readConfig } from './config.ts';
import { startServer, type TunnelServer } from './server.ts';

let ingest: ScriptedIngest;
let server: TunnelServer;

beforeEach(async () => {
  ingest = await createScriptedIngest();
  server = await startServer(readConfig({ ADIT_DSNS: ingest.dsn(), PORT: '0', ADIT_ADMIN_PORT: '0' }));
});

afterEach(async () => {
  await server.stop();
  await ingest.close();
});

const envelope = () =>
  buildEnvelope({ dsn: ingest.dsn(), items: [{ type: 'event', payload: { message: 'hello' } }] });
const post = () => fetch(server.url, { method: 'POST', body: Buffer.from(envelope()) });

it('forwards an envelope to the configured ingest', async () => {
  const response = await post();

  expect(response.status).toBe(200);
  expect(ingest.received[0]?.body).toEqual(Buffer.from(envelope()));
});

it('answers health on the admin port only', async () => {
  const statuses = await Promise.all(
    [`${server.adminUrl}/healthz/live`, `${server.adminUrl}/healthz/ready`, `${server.adminUrl}/nothing`].map(
      async (url) => (await fetch(url)).status,
    ),
  );

  expect(statuses).toEqual([200, 200, 404]);
  expect((await fetch(new URL('/healthz/live', server.url))).status).toBe(404);
});

it('lets a request in flight finish when it is stopped, and is not ready meanwhile', async () => {
  const answer = deferred<{ status: number }>();
  ingest.respondWith(() => answer.promise);
  const response = post();
  await ingest.waitFor();

  const stopped = server.stop();
  const ready = await fetch(`${server.adminUrl}/healthz/ready`);
  answer.resolve({ status: 200 });

  expect(ready.status).toBe(503);
  expect((await response).status).toBe(200);
  await stopped;
});
