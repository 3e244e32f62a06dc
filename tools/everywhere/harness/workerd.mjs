// The tests in a worker of Cloudflare's runtime. The runner posts to its entry points: `Control` starts the tests and
// answers with a line for each outcome, `Ingest` receives the requests that reached the runner's ingest,
// `ObjectControl` starts the tests in a Durable Object.
import { DurableObject, WorkerEntrypoint } from 'cloudflare:workers';
import { files } from 'everywhere:files';
import { runFiles } from './run.mjs';
import { ingests, setIngestHost } from './workerd-ingest.mjs';
import { serveRequest, setWorkerOrigin } from './workerd-server.mjs';
import { setObject } from './workerd-storage.mjs';

async function runTests(request, ctx) {
  const { skipped, ingestHost, origin } = await request.json();
  setIngestHost(ingestHost);
  setWorkerOrigin(origin);
  const { readable, writable } = new TransformStream();
  const writer = writable.getWriter();
  const encoder = new TextEncoder();
  const tell = (line) => void writer.write(encoder.encode(`\n@everywhere ${JSON.stringify(line)}\n`));
  ctx.waitUntil(runFiles(files, tell, skipped).finally(() => writer.close()));
  return new Response(readable);
}

export class Control extends WorkerEntrypoint {
  fetch(request) {
    return runTests(request, this.ctx);
  }
}

export class Tests extends DurableObject {
  fetch(request) {
    setObject(this.ctx);
    return runTests(request, this.ctx);
  }
  // The tests check when it is due.
  alarm() {}
}

export class ObjectControl extends WorkerEntrypoint {
  fetch(request) {
    return this.env.TESTS.getByName('tests').fetch(request);
  }
}

export class Ingest extends WorkerEntrypoint {
  async fetch(request) {
    return Response.json(await ingests.on(await request.json()));
  }
}

export default { fetch: (request, _env, ctx) => serveRequest(request, ctx) };
