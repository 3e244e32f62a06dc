// Runs a build with a stand-in for Sentry, which receives the source maps and stores them in `.sentry`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { resolve } from 'node:path';

rmSync('.sentry', { recursive: true, force: true });
mkdirSync('.sentry');
const requests = [];
const chunks = new Map();

/** The answers of Sentry to the requests of an upload. */
async function answer(request, body) {
  const path = new URL(request.url, origin).pathname;
  if (path === '/chunks') {
    const form = await new Response(body, { headers: request.headers }).formData();
    for (const [, file] of form) chunks.set(file.name, Buffer.from(await file.arrayBuffer()));
    return {};
  }
  const given = body.length > 0 ? JSON.parse(body) : undefined;
  requests.push({ method: request.method, path, body: given });
  if (path.endsWith('/chunk-upload/'))
    return {
      url: `${origin}/chunks`,
      chunkSize: 8_388_608,
      chunksPerRequest: 1,
      maxRequestSize: 33_554_432,
      concurrency: 1,
      hashAlgorithm: 'sha1',
      compression: [],
    };
  if (path.endsWith('/artifactbundle/assemble/')) {
    const missingChunks = given.chunks.filter((sha1) => !chunks.has(sha1));
    if (missingChunks.length > 0) return { state: 'not_found', missingChunks };
    const bundle = Buffer.concat(given.chunks.map((sha1) => chunks.get(sha1)));
    writeFileSync(`.sentry/${given.checksum}.zip`, bundle);
    return { state: 'ok', missingChunks };
  }
  return { version: given?.version ?? '', dateCreated: new Date().toISOString(), projects: [] };
}

const server = createServer(async (request, response) => {
  const result = await answer(request, Buffer.concat(await request.toArray()));
  response.setHeader('content-type', 'application/json').end(JSON.stringify(result));
});
await once(server.listen(0, '127.0.0.1'), 'listening');
const origin = `http://127.0.0.1:${server.address().port}`;
const [command, ...args] = process.argv.slice(2);
const build = spawn(command, args, {
  stdio: 'inherit',
  env: {
    ...process.env,
    SENTRY_URL: origin,
    SENTRY_AUTH_TOKEN: 'token',
    SENTRY_ORG: 'acme',
    SENTRY_PROJECT: 'shop',
    // Sentry's client stores there which server an organisation uses.
    SENTRY_CONFIG_DIR: resolve('.sentry/config'),
    SENTRY_DSN: 'https://0123456789abcdef0123456789abcdef@o450.ingest.de.sentry.io/4509',
    SENTRY_ENVIRONMENT: 'preview',
  },
});
const [code] = await once(build, 'exit');
writeFileSync('.sentry/requests.json', JSON.stringify(requests));
process.exit(code ?? 1);
