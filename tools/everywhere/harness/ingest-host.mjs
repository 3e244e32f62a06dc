// The listening half of the scripted ingest for tests in a worker: real servers, with answers from the worker.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { listenAsIngest } from '../../src/testing.mjs';

/**
 * Starts the server that opens and closes ingests for a worker.
 * @param ask posts an event to the worker and resolves with its answer
 */
export async function startIngestHost(ask) {
  const ingests = new Map();

  async function open(id) {
    let told = Promise.resolve();
    const listener = await listenAsIngest({
      // One after the other: no request overtakes the counts before it. A worker that is gone counts nothing.
      count: (count) => (told = told.then(() => ask({ id, count })).catch(() => undefined)),
      take: async (request) => {
        await told;
        const { body, ...answer } = await ask({
          id,
          request: { ...request, body: request.body.toString('base64') },
        });
        return { ...answer, ...(body !== undefined && { body: Buffer.from(body, 'base64') }) };
      },
    });
    ingests.set(id, listener);
    return { id, origin: `http://${listener.authority}` };
  }

  const close = async ({ id }) => {
    const listener = ingests.get(id);
    ingests.delete(id);
    await listener?.close();
    return {};
  };

  let opened = 0;
  const control = createServer(async (request, response) => {
    const body = JSON.parse(Buffer.concat(await request.toArray()));
    response.end(JSON.stringify(request.url === '/open' ? await open((opened += 1)) : await close(body)));
  });
  await once(control.listen(0, '127.0.0.1'), 'listening');
  return {
    origin: `http://127.0.0.1:${control.address().port}`,
    close: () => {
      for (const id of ingests.keys()) void close({ id });
      control.close();
      control.closeAllConnections();
    },
  };
}
