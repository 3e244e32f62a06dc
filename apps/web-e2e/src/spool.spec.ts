import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildEnvelope, type ScriptedIngest } from '@adit/testing';
import { startApp, type AppServer } from './support/app-server.ts';
import { DSN, expect, test } from './support/test.ts';

const post = async ({ origin }: AppServer, message: string): Promise<number> => {
  const body = buildEnvelope({ dsn: DSN, items: [{ type: 'event', payload: { message } }] });
  return (await fetch(`${origin}/monitoring-tunnel`, { method: 'POST', body })).status;
};

const arrivedOf = ({ received }: ScriptedIngest, messages: readonly string[]): readonly string[] =>
  messages.filter((message) => received.some(({ body }) => body.includes(`"${message}"`)));

const startWith = (ingest: ScriptedIngest, env: Readonly<Record<string, string>>): Promise<AppServer> =>
  startApp({ SENTRY_DSN: DSN, ADIT_INGEST_ORIGIN: ingest.origin, ...env });

test('with ADIT_SPOOL an application that is killed while Sentry is away delivers what it had taken', async ({
  ingest,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'adit-'));
  const sendAndKill = async (spool: string, message: string): Promise<number> => {
    const app = await startWith(ingest, { ADIT_SPOOL: spool });
    const status = await post(app, message);
    await app.stop();
    return status;
  };
  ingest.respondWith({ status: 503 });
  expect(await sendAndKill('off', 'without a spool')).toBe(503);
  expect(await sendAndKill(`disk:${folder}`, 'with a spool')).toBe(200);

  ingest.reset();
  const again = await startWith(ingest, { ADIT_SPOOL: `disk:${folder}` });
  await ingest.waitFor(({ body }) => body.toString().includes('with a spool'));
  await again.stop();
  expect(arrivedOf(ingest, ['without a spool'])).toEqual([]);
  rmSync(folder, { recursive: true });
});

test('without a variable an application delivers what it has taken while Sentry was away, and says where it is', async ({
  ingest,
}) => {
  const messages = Array.from({ length: 20 }, (_, index) => `kept ${index}`);
  const [app, control] = await Promise.all([startWith(ingest, {}), startWith(ingest, { ADIT_SPOOL: 'off' })]);
  ingest.respondWith({ status: 503 });
  for (const message of messages) {
    expect(await post(app, message)).toBe(200);
    expect(await post(control, `${message} by the control`)).toBe(503);
  }
  ingest.reset();

  await expect.poll(() => arrivedOf(ingest, messages), { timeout: 60_000 }).toEqual(messages);
  expect(
    arrivedOf(
      ingest,
      messages.map((message) => `${message} by the control`),
    ),
  ).toEqual([]);
  expect(app.log().match(/Adit: while Sentry is away, .*/g)).toEqual([
    'Adit: while Sentry is away, the tunnel keeps up to 16 MiB in memory. ADIT_SPOOL=disk:./spool keeps it on disk, over restarts.',
  ]);
  await Promise.all([app.stop(), control.stop()]);
});
