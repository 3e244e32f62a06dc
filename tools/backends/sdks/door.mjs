// The API door between a recorder and an ingest: records what an SDK sent and what arrived.
import { writeFileSync } from 'node:fs';
import { request as openRequest } from 'node:http';
import { join } from 'node:path';
import { importFrom } from '../../src/projects.mjs';
import { createTunnelServer } from '../tunnel-server.mjs';
import { until } from '../../src/until.mjs';

const { createScriptedIngest } = await importFrom('libs/testing/dist/index.js');

const DOOR_PROJECT = '42';
/** The project of an SDK that sends directly to ingest. */
const DIRECT_PROJECT = '43';

/** Forwards a request unchanged, and resolves to the answer. */
const passOn = (origin, { method, url, rawHeaders, body }) =>
  new Promise((resolve, reject) => {
    const sent = openRequest(new URL(url, origin), { method, headers: rawHeaders, agent: false });
    sent.on('error', reject);
    sent.on('response', async (response) => {
      const { statusCode: status, headers } = response;
      resolve({ status, headers, body: Buffer.concat(await response.toArray()) });
    });
    sent.end(body);
  });

const isOf = (project) => (request) => request.url.includes(`/api/${project}/`);

/**
 * Opens a door. Its ingest can be closed, and opened again on the same port.
 * @param policy a policy document, or `off`; default the built-in rules
 */
export async function openDoor(policy) {
  let ingest = await createScriptedIngest();
  const { port } = new URL(ingest.origin);
  const server = createTunnelServer({
    dsns: [ingest.dsn({ projectId: DOOR_PROJECT })],
    env: {
      ADIT_API_PATH: '/sentry',
      ...(policy && { ADIT_POLICY: policy === 'off' ? policy : 'policy.json' }),
    },
  });
  if (typeof policy === 'object') writeFileSync(join(server.folder, 'policy.json'), JSON.stringify(policy));
  await server.start();
  const recorder = await createScriptedIngest();
  const answers = [];
  recorder.respondWith(async (request) => {
    const answer = await passOn(server.url(), request);
    answers.push({ request, status: answer.status });
    return answer;
  });
  const doorDsn = new URL(recorder.dsn({ projectId: DOOR_PROJECT }));
  doorDsn.pathname = `/sentry${doorDsn.pathname}`;

  return {
    /** For an SDK that sends through the door. */
    dsn: doorDsn.href,
    /** For an SDK that sends directly to ingest. */
    directDsn: ingest.dsn({ projectId: DIRECT_PROJECT }),
    /** The requests of the SDK to the door. */
    sent: recorder.received,
    /** The door's answers, each with its request. */
    answers,
    /** The requests that arrived at ingest through the door. */
    arrived: () => ingest.received.filter(isOf(DOOR_PROJECT)),
    /** The requests that arrived at ingest directly. */
    direct: () => ingest.received.filter(isOf(DIRECT_PROJECT)),
    /** Sets the function that decides ingest's answers. */
    answerWith: (decide) => ingest.respondWith(decide),
    /** Keeps ingest away until `act` has ended. Clears earlier requests. */
    withoutIngest: async (act) => {
      await ingest.close();
      try {
        return await act();
      } finally {
        ingest = await createScriptedIngest({ port: Number(port) });
      }
    },
    /** Resolves when the spool is empty. */
    spoolEmpty: () =>
      until('an empty spool', async () => (await server.metric('adit_tunnel_spool_envelopes')) === 0),
    close: async () => {
      await server.stop();
      server.remove();
      await Promise.all([recorder.close(), ingest.close()]);
    },
  };
}
