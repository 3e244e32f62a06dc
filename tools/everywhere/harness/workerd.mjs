// The tests in a worker of Cloudflare's runtime. The runner posts to its entry points: `Control` starts the tests and answers
// with a line for each outcome, `Ingest` is told what has reached the ingest that the runner plays.
import { WorkerEntrypoint } from 'cloudflare:workers';
import { files } from 'everywhere:files';
import { runFiles } from './run.mjs';
import { ingests, setIngestHost } from './workerd-ingest.mjs';
import { serveRequest, setWorkerOrigin } from './workerd-server.mjs';

export class Control extends WorkerEntrypoint {
  async fetch(request) {
    const { skipped, ingestHost, origin } = await request.json();
    setIngestHost(ingestHost);
    setWorkerOrigin(origin);
    const { readable, writable } = new TransformStream();
    const writer = writable.getWriter();
    const encoder = new TextEncoder();
    const tell = (line) => void writer.write(encoder.encode(`\n@everywhere ${JSON.stringify(line)}\n`));
    this.ctx.waitUntil(runFiles(files, tell, skipped).finally(() => writer.close()));
    return new Response(readable);
  }
}

export class Ingest extends WorkerEntrypoint {
  async fetch(request) {
    return Response.json(await ingests.on(await request.json()));
  }
}

export default { fetch: (request, _env, ctx) => serveRequest(request, ctx) };
