import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  ALL_DELIVERED_ONCE,
  buildEnvelope,
  createDeliveryIngest,
  createScriptedIngest,
  deliverAfterOutage,
  deliverThroughLimits,
  type DeliverySubject,
  type ScriptedIngest,
} from '@adit/testing';
import { HAS_REDIS, startRedis } from '../testing/replicas/redis.helper.ts';
import { endProcesses, post, startProcess } from '../testing/server-process.helper.ts';

// Real processes. Nothing here measures time: a server that waited for the longest limit would wait for a day.

let scripted: ScriptedIngest;
let folder: string;

beforeEach(async () => {
  scripted = await createScriptedIngest();
  folder = mkdtempSync(join(tmpdir(), 'adit-'));
});

afterEach(async () => {
  await endProcesses();
  await scripted.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A server with two workers. */
async function start(env: Readonly<Record<string, string>>): Promise<DeliverySubject> {
  const ingest = createDeliveryIngest();
  scripted.respondWith(({ body }) => ingest.receive(body.toString()));
  const server = startProcess({ ADIT_DSNS: scripted.dsn(), ADIT_WORKERS: '2', ...env });
  const { url, adminUrl } = await server.event('started');
  const waiting = async (): Promise<number> => {
    const text = await (await fetch(`${String(adminUrl)}/metrics`)).text();
    return Number(/^adit_tunnel_spool_envelopes (.+)$/m.exec(text)?.[1]);
  };
  return {
    ingest,
    send: async (message) => {
      const items = [{ type: 'event', payload: { message } }];
      return (await post(String(url), buildEnvelope({ dsn: scripted.dsn(), items }))).status;
    },
    pass: () => sleep(20, true),
    settle: async () => {
      while ((await waiting()) > 0) await sleep(20);
      server.child.kill('SIGTERM');
      expect(await server.ended).toBe(0);
    },
  };
}

const ROWS = [
  ['of which each twentieth meets a limit', deliverThroughLimits],
  ['after ingest has answered 500', deliverAfterOutage],
] as const;

describe('a server with workers whose spool is on disk', () => {
  it.each(ROWS)('delivers stored envelopes %s, each once', async (_, deliver) => {
    expect(await deliver(await start({ ADIT_SPOOL: `disk:${folder}` }))).toEqual(ALL_DELIVERED_ONCE);
  });
});

const describeWithRedis = HAS_REDIS ? describe : describe.skip;

describeWithRedis('a server with workers whose spool is in Redis', () => {
  it.each(ROWS)('delivers stored envelopes %s, each once', async (_, deliver) => {
    const redis = await startRedis();
    const env = { ADIT_SPOOL: redis.url, ADIT_LIMITS: redis.url, ADIT_REDIS_TIMEOUT: '60s' };
    expect(await deliver(await start({ ...env, ADIT_INSURANCE: `disk:${folder}` }))).toEqual(
      ALL_DELIVERED_ONCE,
    );
    await redis.stop();
  });
});
