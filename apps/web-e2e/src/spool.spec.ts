import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildEnvelope } from '@adit/testing';
import { startApp } from './support/app-server.ts';
import { DSN, expect, test } from './support/test.ts';

test('with ADIT_SPOOL an application that is killed while Sentry is away delivers what it had taken', async ({
  ingest,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'adit-'));
  const variables = { SENTRY_DSN: DSN, ADIT_INGEST_ORIGIN: ingest.origin };
  const post = async (env: Readonly<Record<string, string>>, message: string): Promise<number> => {
    const app = await startApp({ ...variables, ...env });
    const body = buildEnvelope({ dsn: DSN, items: [{ type: 'event', payload: { message } }] });
    const { status } = await fetch(`${app.origin}/monitoring-tunnel`, { method: 'POST', body });
    await app.stop();
    return status;
  };
  ingest.respondWith({ status: 503 });
  expect(await post({}, 'without a spool')).toBe(503);
  expect(await post({ ADIT_SPOOL: `disk:${folder}` }, 'with a spool')).toBe(200);

  ingest.reset();
  const again = await startApp({ ...variables, ADIT_SPOOL: `disk:${folder}` });
  await ingest.waitFor(({ body }) => body.toString().includes('with a spool'));
  await again.stop();
  expect(ingest.received.filter(({ body }) => body.toString().includes('without a spool'))).toEqual([]);
  rmSync(folder, { recursive: true });
});
