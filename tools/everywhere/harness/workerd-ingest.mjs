// The scripted ingest for tests in a worker, which cannot listen. The runner listens, and reports what arrives; the
// script is here.
import { createIngestScript } from 'everywhere-testing/src/ingest-script.ts';

let host;
const open = new Map();

export const setIngestHost = (given) => {
  host = given;
};

/** Takes an event of the runner: a change of the counts, or a request, which is answered. */
export const ingests = {
  on: async ({ id, count, request }) => {
    const side = open.get(id);
    if (side === undefined) return {};
    if (count) side.count(count);
    if (!request) return {};
    const { body, ...answer } = await side
      .take({ ...request, body: Buffer.from(request.body, 'base64') })
      .catch(() => ({ destroy: true }));
    return { ...answer, ...(body !== undefined && { body: Buffer.from(body).toString('base64') }) };
  },
};

const call = async (path, body = {}) =>
  (await fetch(`${host}/${path}`, { method: 'POST', body: JSON.stringify(body) })).json();

export async function createScriptedIngest() {
  const { script, side } = createIngestScript();
  const { id, origin } = await call('open');
  open.set(id, side);
  return Object.assign(script, {
    origin,
    close: async () => {
      await call('close', { id });
      open.delete(id);
    },
  });
}
