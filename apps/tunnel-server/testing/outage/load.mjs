import { EventEmitter, once } from 'node:events';
import { Agent, request as httpRequest } from 'node:http';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { between } from '@adit/testing';
import { createEnvelope } from './envelopes.mjs';

/** The longest time that a client waits for an answer. */
const PATIENCE_MS = 20_000;

/** The average pause between two envelopes of a client. */
const PAUSE_MS = 12;

/** The sessions that all clients update. The updates of each have an order. */
const SESSIONS = 3;

/** The pause after an envelope that was not accepted. */
const PAUSE_AFTER_FAILURE_MS = 60;

/**
 * Clients that post one envelope after another until they are stopped; none is sent again.
 * @returns `sent`: the envelopes of the clients and their fates, by id; `nextAnswer`: resolves when one more is
 * acknowledged
 */
export function startClients({ url, dsns, clients, random, currentLife }) {
  const sent = new Map();
  const acknowledgements = new EventEmitter();
  let isOver = false;

  const run = async (client) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const userAgent = `outage-client-${client}`;
    let isOutKnown = false;
    while (!isOver) {
      const dice = random();
      const size = isOutKnown && dice < 0.004 ? 'huge' : dice < 0.02 ? 'large' : 'small';
      const dsn = dsns[Math.floor(random() * dsns.length)];
      const isGzip = size !== 'huge' && random() < 0.3;
      const number = sent.size + 1;
      const session = random() < 0.5 ? `session-${Math.floor(random() * SESSIONS)}` : undefined;
      const { wire, id, sentAt, digest } = createEnvelope({ dsn, number, size, isGzip, session, random });
      const project = dsn.slice(dsn.lastIndexOf('/') + 1);
      const record = { id, sentAt, digest, project, session, agent: userAgent, size, isGzip };
      sent.set(id, record);
      record.postedAt = performance.now();
      try {
        const headers = { 'user-agent': userAgent, ...(isGzip ? { 'content-encoding': 'gzip' } : {}) };
        const { status, text } = await post(url, { agent, headers }, wire);
        record.status = status;
        record.life = currentLife();
        record.ackedAt = performance.now();
        record.isSpooled = status === 200 && !text.includes('"by":"ingest"');
        isOutKnown = record.isSpooled;
        if (status === 200) acknowledgements.emit('one');
      } catch {
        // Refused, reset or cut off: not acknowledged.
        isOutKnown = false;
      }
      const pauseMs = record.status === undefined ? PAUSE_AFTER_FAILURE_MS : PAUSE_MS;
      await sleep(between(random, 0, 2 * pauseMs));
    }
    agent.destroy();
  };

  const running = Promise.all(Array.from({ length: clients }, (_, client) => run(client)));
  return {
    sent,
    nextAnswer: () => once(acknowledgements, 'one'),
    stop: async () => {
      isOver = true;
      await running;
    },
  };
}

async function post(url, options, body) {
  const request = httpRequest(url, { ...options, method: 'POST', signal: AbortSignal.timeout(PATIENCE_MS) });
  // After the answer, a broken connection does not matter.
  request.on('error', () => undefined);
  request.end(body);
  const [response] = await once(request, 'response');
  let text = '';
  for await (const chunk of response) text += chunk;
  return { status: response.statusCode, text };
}
