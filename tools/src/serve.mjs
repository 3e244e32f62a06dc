import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { RECEIVER_PORT, startReceiver } from './receiver.mjs';
import { serveFolder } from './static-site.mjs';

/** A blank variable counts as missing. */
const read = (name) => process.env[name]?.trim() || undefined;

/**
 * Serves the built app on PORT (3000), the built site of the folder `site` on a free port and, if no DSN is set, a
 * local receiver on RECEIVER_PORT (8969). With ADIT_DOCS_URL the app links there, and no site is served. Without
 * ADIT_ADMIN_TOKEN, a token is generated for the operations page. Ends the process when the app ends.
 */
export async function serve({ site }) {
  const port = read('PORT') ?? '3000';
  const dsn = read('SENTRY_DSN') ?? read('NEXT_PUBLIC_SENTRY_DSN');
  const receiver = dsn
    ? undefined
    : await startReceiverOrExit(Number(read('RECEIVER_PORT') ?? RECEIVER_PORT));
  const token = read('ADIT_ADMIN_TOKEN') ?? randomBytes(12).toString('hex');
  const docsUrl = read('ADIT_DOCS_URL') ?? (await serveFolder(site)).origin;

  const next = fileURLToPath(import.meta.resolve('next/dist/bin/next'));
  const app = spawn(process.execPath, [next, 'start', '--port', port], {
    cwd: fileURLToPath(new URL('../../apps/web', import.meta.url)),
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      NEXT_TELEMETRY_DISABLED: '1',
      ADIT_ADMIN_TOKEN: token,
      ADIT_DOCS_URL: docsUrl,
      SENTRY_DSN: dsn ?? receiver.dsn,
      // A local receiver has no quota.
      ...(receiver && { SENTRY_TRACES_SAMPLE_RATE: read('SENTRY_TRACES_SAMPLE_RATE') ?? '1' }),
    },
  });

  let ready = false;
  app.stdout.on('data', (chunk) => {
    if (ready) process.stdout.write(chunk);
    if (ready || !String(chunk).includes('Ready')) return;
    ready = true;
    const shown = read('ADIT_ADMIN_TOKEN') ? 'that of ADIT_ADMIN_TOKEN' : token;
    console.log(`\n  App         http://localhost:${port}`);
    console.log(`  Site        ${docsUrl}`);
    console.log(`  Receiver    ${receiver ? receiver.url : 'the ingest that the DSN names'}`);
    console.log(`  Operations  http://localhost:${port}/operations, token: ${shown}`);
    console.log('\n  Break something in /lab and watch it arrive. Ctrl+C stops all.\n');
  });

  let stopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.on(signal, () => {
      stopping = true;
      app.kill(signal);
    });
  const [code] = await once(app, 'exit');
  process.exit(stopping ? 0 : (code ?? 1));
}

async function startReceiverOrExit(receiverPort) {
  try {
    return await startReceiver({ port: receiverPort });
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}
