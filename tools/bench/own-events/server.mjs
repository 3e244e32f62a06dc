import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as Sentry from '@sentry/node';
import { defineMonitoring, toServerOptions } from '@adit/monitoring-config';
import { createPolicy } from '@adit/policy/tunnel';
import { createDiskSpool } from '@adit/spool/disk';
import { createTunnel } from '@adit/tunnel';
import { createNodeDecoders, createNodeTransport } from '@adit/tunnel/node';
import { createSdkTransport } from '@adit/tunnel/sdk';

/** A server that captures as many errors as run.mjs asks for, and tells it the processor time of one. */
const [way, port] = process.argv.slice(2);
const dsn = `http://0123456789abcdef0123456789abcdef@127.0.0.1:${port}/42`;
const monitoring = defineMonitoring({ SENTRY_DSN: dsn, SENTRY_TRACES_SAMPLE_RATE: '0' });
/** The document of the policy. Its rules and budgets leave all errors. */
const DOCUMENT = {
  version: 1,
  noise: monitoring.noise,
  scrub: monitoring.scrub,
  rules: [
    { id: 'legacy-job', action: 'drop', when: { message: '*legacy job*' } },
    { id: 'partner', action: 'sample', rate: 0.1, when: { kind: 'error', url: '*/partner/*' } },
  ],
};
const POLICIES = {
  'tunnel, two rules': { document: DOCUMENT, appliedBySdk: DOCUMENT },
  'tunnel, two rules and budgets': {
    document: { ...DOCUMENT, budgets: { perMinute: 10_000 } },
    appliedBySdk: DOCUMENT,
  },
  'tunnel, two rules, and the built-in parts again': { document: DOCUMENT },
};
const folder = mkdtempSync(join(tmpdir(), 'adit-bench-own-events-'));

async function createOptions() {
  if (way === 'direct') return {};
  const tunnel = createTunnel({
    allowedDsns: [dsn],
    transport: createNodeTransport(),
    decoders: createNodeDecoders(),
    spool: await createDiskSpool({ directory: folder }),
    ...(POLICIES[way] && { policy: createPolicy(POLICIES[way]) }),
  });
  return { transport: createSdkTransport({ sdk: Sentry, tunnel: () => tunnel }) };
}

Sentry.init({ ...toServerOptions(monitoring, { sdk: Sentry }), ...(await createOptions()) });

/** A stack of some depth, as errors of servers have. */
const failAt = (depth) => (depth === 0 ? new Error(`order ${Math.random()} failed`) : failAt(depth - 1));

/** Fewer at a time than the SDK keeps. */
const AT_ONCE = 20;

async function capture(count) {
  for (let done = 0; done < count; done += AT_ONCE) {
    for (let one = 0; one < AT_ONCE; one += 1) Sentry.captureException(failAt(12));
    await Sentry.flush(30_000);
  }
}

process.on('message', async (errors) => {
  const before = process.cpuUsage();
  await capture(errors);
  const { user, system } = process.cpuUsage(before);
  process.send((user + system) / errors);
});
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
process.once('disconnect', () => process.exit());
process.send('ready');
