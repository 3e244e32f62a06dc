// Serves the built app on PORT (3000) and, where no DSN is set, a local receiver on RECEIVER_PORT (8969).
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { startReceiver } from './receiver.mjs';

const {
  PORT = '3000',
  RECEIVER_PORT,
  SENTRY_DSN,
  NEXT_PUBLIC_SENTRY_DSN,
  SENTRY_TRACES_SAMPLE_RATE = '1',
} = process.env;

const dsn = SENTRY_DSN ?? NEXT_PUBLIC_SENTRY_DSN;
const receiver = dsn
  ? undefined
  : await startReceiver({ port: RECEIVER_PORT ? Number(RECEIVER_PORT) : undefined });

const next = fileURLToPath(import.meta.resolve('next/dist/bin/next'));
const app = spawn(process.execPath, [next, 'start', '--port', PORT], {
  cwd: fileURLToPath(new URL('../../apps/web', import.meta.url)),
  stdio: ['ignore', 'pipe', 'inherit'],
  env: {
    ...process.env,
    NEXT_TELEMETRY_DISABLED: '1',
    SENTRY_DSN: dsn ?? receiver.dsn,
    // A receiver of one's own has no quota to spare.
    ...(receiver && { SENTRY_TRACES_SAMPLE_RATE }),
  },
});

app.stdout.on('data', (chunk) => {
  if (!String(chunk).includes('Ready')) return;
  console.log(`\n  App       http://localhost:${PORT}`);
  console.log(`  Receiver  ${receiver ? receiver.url : 'the ingest that the DSN names'}`);
  console.log('\n  Break something in /lab and watch it arrive. Ctrl+C stops both.\n');
});

for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => app.kill(signal));
const [code] = await once(app, 'exit');
process.exit(code ?? 0);
