// The listening half of the scripted ingest for tests in a worker: real servers, whose answers the worker decides.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** Listens on a free port of the loopback interface. */
async function listen(server) {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${server.address().port}`;
}

async function readAll(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/**
 * Starts the server that opens and closes ingests for a worker.
 * @param ask posts an event to the worker and resolves with its answer
 */
export async function startIngestHost(ask) {
  const ingests = new Map();

  async function open(id) {
    let inFlight = 0;
    let told = Promise.resolve();
    /** One after the other, so that the worker ends with the latest count. */
    const tell = (counts) => (told = told.then(() => ask({ id, counts: { inFlight, ...counts } })));

    const serve = async (request, response) => {
      inFlight += 1;
      response.on('close', () => {
        inFlight -= 1;
        void tell();
      });
      void tell();
      let body;
      try {
        body = await readAll(request);
      } catch {
        await tell({ aborted: 1 });
        return;
      }
      const { method, url, headers, rawHeaders } = request;
      const entry = { method, url, headers, rawHeaders, body: body.toString('base64'), at: Date.now() };
      const answer = await ask({ id, request: entry });
      const { status = 200, headers: fields = { 'content-type': 'application/json' }, delayMs = 0 } = answer;
      if (delayMs > 0) await sleep(delayMs);
      if (answer.destroy === true) response.destroy();
      else if (answer.hang !== true) {
        for (const [name, value] of Object.entries(fields)) response.setHeader(name, value);
        const text = Buffer.from(answer.body ?? '', 'base64');
        response
          .writeHead(status)
          .end(answer.body === undefined ? '{"id":"9ec79c33ec9942ab8353589fcb2e04dc"}' : text);
      }
    };

    const server = createServer((request, response) => {
      serve(request, response).catch(() => response.destroy());
    });
    server.on('connection', () => void tell({ connections: 1 }));
    ingests.set(id, server);
    return { id, origin: await listen(server) };
  }

  const close = ({ id }) => {
    const server = ingests.get(id);
    ingests.delete(id);
    server?.close();
    server?.closeAllConnections();
    return {};
  };

  let opened = 0;
  const control = createServer(async (request, response) => {
    const body = JSON.parse(await readAll(request));
    response.end(JSON.stringify(request.url === '/open' ? await open((opened += 1)) : close(body)));
  });
  const origin = await listen(control);
  return {
    origin,
    close: () => {
      for (const id of ingests.keys()) close({ id });
      control.close();
      control.closeAllConnections();
    },
  };
}
