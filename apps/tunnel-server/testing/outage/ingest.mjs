import { once } from 'node:events';
import { createServer } from 'node:http';
import { performance } from 'node:perf_hooks';
import { gunzipSync } from 'node:zlib';
import { readEnvelope } from './envelopes.mjs';

/** The ways in which it is unavailable. */
export const OUTAGES = ['refusing', 'hanging', 'unavailable'];

/** An answer may still be lost if its connection is cut within this time. */
const UNDER_WAY_MS = 100;

/**
 * An ingest that is `up`, or unavailable in one of {@link OUTAGES}. It has received only the envelopes that it answered
 * with 200. It is no script of `@adit/testing`: it stops listening, and knows each envelope's connection and process.
 * @param currentLife returns the number of the server process that runs now
 */
export async function createIngest({ port, currentLife }) {
  const receptions = [];
  const others = [];
  const sockets = new Map();
  let mode = 'refusing';
  let server;

  const answer = async (request, response) => {
    const at = performance.now();
    const socket = sockets.get(request.socket);
    const chunks = [];
    try {
      for await (const chunk of request) chunks.push(chunk);
    } catch {
      // Its sender was killed.
      return;
    }
    if (mode === 'hanging') return;
    if (mode !== 'up') {
      response.writeHead(503).end();
      return;
    }
    const body = Buffer.concat(chunks);
    const plain = request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body;
    const { id, sentAt, digest } = readEnvelope(plain);
    if (id === undefined) others.push(plain.toString('utf8', 0, 1_000));
    else {
      socket.last = {
        id,
        sentAt,
        digest,
        at,
        life: socket.life,
        isCut: false,
        project: request.url.split('/')[2],
        agent: request.headers['user-agent'],
      };
      receptions.push(socket.last);
    }
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(`{"id":"${id}","by":"ingest"}`);
  };

  const open = async () => {
    server = createServer((request, response) => void answer(request, response));
    server.on('connection', (socket) => {
      sockets.set(socket, { life: currentLife(), last: undefined });
      socket.once('close', () => sockets.delete(socket));
    });
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };

  const cut = () => {
    for (const [socket, { last }] of sockets) {
      if (last !== undefined && performance.now() - last.at < UNDER_WAY_MS) last.isCut = true;
      socket.destroy();
    }
  };

  return {
    receptions,
    /** Envelopes that are not part of the load: the tunnel's own reports. */
    others,
    /** Changes the mode, and cuts the connections that still wait for an answer. */
    become: async (next) => {
      if (next === mode) return;
      const wasOpen = mode !== 'refusing';
      const wasUp = mode === 'up';
      mode = next;
      if (next === 'refusing') {
        server.close();
        cut();
        await once(server, 'close');
      } else if (!wasOpen) await open();
      else if (!wasUp) cut();
    },
  };
}
