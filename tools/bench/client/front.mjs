// The origin that serves a page: answers the tunnel path itself and everything else with the first answer of `next
// start`. A rewrite in Next could serve the tunnel, but it would be part of the measured build, and the server would
// affect the times. So Next serves each address once, and the front repeats the answer from memory, like a CDN.
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { serve } from '../build.mjs';
import { readErrors, readItems } from './envelopes.mjs';

const TUNNEL_PATH = '/monitoring-tunnel';
/** The page that a visit leaves to. It has no script, so it sends nothing. */
const LEFT_PATH = '/left';
/** The request headers that Next's answer depends on, besides the address. */
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

function withSettings({ status, headers, body }, added) {
  const settings = status === 200 ? JSON.stringify({ ...JSON.parse(body), ...added }) : body;
  return { status, headers, body: settings };
}

/**
 * Serves the server on `upstream` at a separate address. `delayMs` delays every answer, like a network; it may be
 * changed between pages. `envelopes` counts arrivals, `errors` is every error delivered, and `items` every item, in order.
 * As a tunnel of `@adit/tunnel`, it answers early envelopes with the share of visits that need an SDK: `share`, for all
 * of them 1. `settings` are added to those of the server, and `settingsAsked` counts requests for them. `open` requests
 * are not answered yet, and `lastAt` is the time of the last request or answer. Fronts of one server may share `answers`.
 */
export async function startFront({ upstream, answers = new Map() }) {
  const front = {
    upstream,
    answers,
    delayMs: 0,
    envelopes: 0,
    errors: [],
    items: [],
    share: 1,
    settings: {},
    settingsAsked: 0,
    open: 0,
    lastAt: Date.now(),
  };

  const answerPage = async ({ url, headers }) => {
    const { pathname, searchParams } = new URL(url, 'http://front');
    // Instructions for the page are not sent to the server.
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
    // A GET requests the settings of the server.
    if (!incoming.url.startsWith(TUNNEL_PATH)) return answerPage(incoming);
    if (incoming.method === 'GET') {
      front.settingsAsked += 1;
      return withSettings(await answerPage(incoming), front.settings);
    }
    front.envelopes += 1;
    front.items.push(...readItems(body));
    front.errors.push(...readErrors(body));
    const headers = { 'content-type': 'application/json', 'adit-sdk-share': String(front.share) };
    return { status: 200, headers, body: '{}' };
  };

  const server = await serve((incoming, outgoing) => {
    front.open += 1;
    front.lastAt = Date.now();
    outgoing.on('close', () => {
      front.open -= 1;
      front.lastAt = Date.now();
    });
    answer(incoming).then(
      ({ status, headers, body }) => {
        outgoing.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
        outgoing.end(body);
      },
      (error) => {
        // A page that is closed aborts its requests; any other error is a fault of this server.
        if (error.code !== 'ECONNRESET') console.error(error);
        outgoing.destroy();
      },
    );
  });
  return Object.assign(front, server);
}
