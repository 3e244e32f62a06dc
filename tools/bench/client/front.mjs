// The origin a page is served from: answers the tunnel path itself and everything else as `next start` answered it once.
// A rewrite of Next's would do for the tunnel, but it would be part of the build that is measured, and the server would be
// part of the times. So Next serves each address once, and the front repeats the answer from memory, as a CDN would.
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { serve } from '../build.mjs';
import { readErrors } from './envelopes.mjs';

const TUNNEL_PATH = '/monitoring-tunnel';
/** Where a page goes when it leaves; there is no script, so nothing is sent from it. */
const LEFT_PATH = '/left';
/** The request headers that Next's answer depends on, beside the address. */
const VARY = ['accept-encoding', 'rsc', 'next-router-prefetch', 'next-router-segment-prefetch', 'next-url'];
const HOP_BY_HOP = ['connection', 'keep-alive', 'transfer-encoding', 'date'];

async function readAll(stream) {
  const chunks = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const ask = ({ port, path, headers }) =>
  new Promise((resolve, reject) => {
    const sent = request({ port, path, headers, host: '127.0.0.1' }, (answer) => {
      readAll(answer).then((body) => {
        const kept = Object.entries(answer.headers).filter(([name]) => !HOP_BY_HOP.includes(name));
        resolve({ status: answer.statusCode, headers: Object.fromEntries(kept), body });
      }, reject);
    });
    sent.on('error', reject);
    sent.end();
  });

/**
 * Serves what listens on `upstream` at an address of its own. `delayMs` holds every answer back, as a network does; it may
 * be changed between pages. `envelopes` counts what arrived, `errors` is every error delivered, in order.
 */
export async function startFront({ upstream }) {
  const answers = new Map();
  const front = { delayMs: 0, envelopes: 0, errors: [] };

  const answerPage = async ({ url, headers }) => {
    const { pathname, searchParams } = new URL(url, 'http://front');
    // What the page is asked to do is no business of the server's.
    searchParams.delete('fault');
    searchParams.delete('id');
    const query = searchParams.toString();
    const path = query ? `${pathname}?${query}` : pathname;
    const key = [path, ...VARY.map((name) => headers[name])].join('\n');
    let answer = answers.get(key);
    if (answer === undefined) {
      answer = await ask({ port: upstream, path, headers });
      if (answer.status < 400) answers.set(key, answer);
    }
    return answer;
  };

  const answer = async (incoming) => {
    const body = await readAll(incoming);
    await sleep(front.delayMs);
    if (incoming.url.startsWith(LEFT_PATH))
      return { status: 200, headers: { 'content-type': 'text/html' }, body: '<p>Gone.</p>' };
    // A GET asks for the settings of the server.
    if (incoming.method === 'GET' || !incoming.url.startsWith(TUNNEL_PATH)) return answerPage(incoming);
    front.envelopes += 1;
    front.errors.push(...readErrors(body));
    return { status: 200, headers: { 'content-type': 'application/json' }, body: '{}' };
  };

  const server = await serve((incoming, outgoing) => {
    answer(incoming).then(
      ({ status, headers, body }) => {
        outgoing.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
        outgoing.end(body);
      },
      (error) => {
        // A page that is closed breaks off what it was sending; anything else is our own fault.
        if (error.code !== 'ECONNRESET') console.error(error);
        outgoing.destroy();
      },
    );
  });
  return Object.assign(front, server);
}
