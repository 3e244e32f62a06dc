// The tunnel without HTTP in front: `tunnel.fetch` called with Request objects, as a Fetch runtime would. It puts the
// load on itself, as told by one line of JSON at a time on stdin, and answers each with one line of JSON.
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTunnel } from '@adit/tunnel';
import { createNodeTransport } from '@adit/tunnel/node';

const { Request, ReadableStream } = globalThis;
const { DSN, TUNNEL_PATH, TUNNEL_URL } = process.env;
/** Larger envelopes come in pieces, as from a socket; a Request of one piece would copy it. */
const CHUNK_BYTES = 65_536;
const HEADERS = {
  'content-type': 'text/plain;charset=UTF-8',
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0',
  origin: new URL(TUNNEL_URL).origin,
  referer: new URL('/orders/4711', TUNNEL_URL).href,
  'sec-fetch-site': 'same-origin',
  'sec-ch-ua': '"Chromium";v="142", "Not_A Brand";v="99"',
  'sec-ch-ua-mobile': '?0',
  'sec-ch-ua-platform': '"Linux"',
};

const tunnel = createTunnel({ allowedDsns: [DSN], path: TUNNEL_PATH, transport: createNodeTransport() });

function streamOf(bytes) {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      controller.enqueue(bytes.subarray(at, (at += CHUNK_BYTES)));
      if (at >= bytes.byteLength) controller.close();
    },
  });
}

const requestFor = (bytes) =>
  new Request(TUNNEL_URL, {
    method: 'POST',
    headers: { ...HEADERS, 'content-length': String(bytes.byteLength) },
    body: bytes.byteLength > CHUNK_BYTES ? streamOf(bytes) : bytes,
    duplex: 'half',
  });

async function load({ bodyFile, connections, seconds, pauseMs }) {
  const bytes = readFileSync(bodyFile);
  const latencies = [];
  let refused = 0;
  const start = performance.now();
  const end = start + seconds * 1_000;
  const sendUntilEnd = async () => {
    while (performance.now() < end) {
      const sent = performance.now();
      const response = await tunnel.fetch(requestFor(bytes), { clientAddress: '192.0.2.1' });
      await response.arrayBuffer();
      latencies.push((performance.now() - sent) * 1_000);
      if (!response.ok) refused += 1;
      // As in load.lua.
      if (pauseMs) await sleep(pauseMs * (0.5 + Math.random()));
    }
  };
  await Promise.all(Array.from({ length: connections }, sendUntilEnd));
  const microseconds = (performance.now() - start) * 1_000;
  latencies.sort((a, b) => a - b);
  const percentile = (share) => Math.round(latencies[Math.floor(latencies.length * share)] ?? 0);
  return {
    requests: latencies.length,
    refused,
    socketErrors: 0,
    timeouts: 0,
    microseconds,
    p50: percentile(0.5),
    p99: percentile(0.99),
  };
}

console.log('ready');
for await (const line of createInterface({ input: process.stdin }))
  console.log(JSON.stringify(await load(JSON.parse(line))));
