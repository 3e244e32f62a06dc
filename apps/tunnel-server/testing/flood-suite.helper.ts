import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { bodyAttacks, headAttacks, type FloodSize } from './flood-attacks.helper.ts';
import { flood, type FloodResult, type FloodTarget } from './flood.helper.ts';
import { endProcesses, startProcess, startScript } from './server-process.helper.ts';

/** Long, because the machine may be busy. */
const TIMEOUT_MS = 600_000;

const MAX_RSS_BYTES = 200_000_000;

/** A small heap, so that retained input ends the process. The container image sets the other variable. */
const ENV = { NODE_OPTIONS: '--max-old-space-size=128', MALLOC_MMAP_THRESHOLD_: '262144' };

/** A script for `node -e`: a server that keeps every item of the envelopes it receives. */
const COLLECTOR = `
  const { createServer } = require('node:http');
  const { createGunzip } = require('node:zlib');
  const server = createServer((request, response) => {
    const items = [];
    const isCoded = request.headers['content-encoding'] === 'gzip';
    const plain = isCoded ? request.pipe(createGunzip()) : request;
    let rest = '';
    plain.on('data', (chunk) => {
      const lines = (rest + chunk).split('\\n');
      rest = lines.pop();
      for (const line of lines) if (line.startsWith('{"type"')) items.push({ ...JSON.parse(line), bytes: 0 });
    });
    plain.on('error', () => response.end());
    plain.on('end', () => response.end(String(items.length)));
  });
  server.listen(0, '127.0.0.1', () => {
    const url = 'http://127.0.0.1:' + server.address().port + '/';
    console.log(JSON.stringify({ event: 'started', url }));
  });
`;

/** Tests that the server stays within its bounds under a flood of this size. */
export function describeFlood(size: FloodSize): void {
  let ingest: Server;
  let dsn: string;
  let envelope: Buffer;
  let limits: Readonly<Record<string, string>> = {};

  beforeAll(async () => {
    ingest = createServer((request, response) => {
      request.resume().on('end', () => response.writeHead(200, limits).end('{}'));
    });
    await new Promise<void>((resolve) => ingest.listen(0, '127.0.0.1', resolve));
    const { port } = ingest.address() as AddressInfo;
    dsn = `http://0123456789abcdef0123456789abcdef@127.0.0.1:${port}/42`;
    envelope = Buffer.from(`{"dsn":"${dsn}"}\n{"type":"event","length":2}\n{}\n`);
  });
  beforeEach(() => {
    limits = {};
  });
  afterEach(endProcesses);
  afterAll(() => {
    ingest.closeAllConnections();
    ingest.close();
  });

  const startTunnel = async (): Promise<FloodTarget> => {
    const server = startProcess({
      ...ENV,
      ADIT_DSNS: dsn,
      ADIT_TRUSTED_PROXIES: '127.0.0.1',
      ADIT_THROTTLE: '100000/min',
    });
    const { url } = await server.event('started');
    return { url: String(url), pid: server.child.pid ?? 0, ended: server.ended };
  };

  const startCollector = async (): Promise<FloodTarget> => {
    const server = startScript(COLLECTOR, ENV);
    const { url } = await server.event('started');
    return { url: String(url), pid: server.child.pid ?? 0, ended: server.ended };
  };

  const faultsOf = ({ hasEnded, peakRssBytes, good }: FloodResult): string[] => [
    ...(hasEnded ? ['the process has ended'] : []),
    ...(peakRssBytes > MAX_RSS_BYTES ? [`it took ${peakRssBytes} bytes`] : []),
    ...good.filter((status) => status !== 200).map((status) => `a good client was answered ${status}`),
  ];

  const note = (what: string, { peakRssBytes, answers, good }: FloodResult): void => {
    if (process.env['FLOOD_FIGURES'] === undefined) return;
    const rss = `${(peakRssBytes / 1e6).toFixed(0)} MB`;
    process.stderr.write(`${what}: ${rss}, ${good.length} good, ${JSON.stringify(answers)}\n`);
  };

  it(
    'stays within its memory and serves a good client under every kind of body',
    async () => {
      const target = await startTunnel();
      for (const attack of bodyAttacks(dsn, size)) {
        const result = await flood(target, [attack], envelope);
        note(attack.name, result);
        expect([attack.name, ...faultsOf(result)]).toEqual([attack.name]);
      }
    },
    TIMEOUT_MS,
  );

  it(
    'stays within its memory and serves a good client under many clients, DSNs and headers',
    async () => {
      const target = await startTunnel();
      for (const attack of headAttacks(dsn, envelope, size)) {
        const result = await flood(target, [attack], envelope);
        note(attack.name, result);
        expect([attack.name, ...faultsOf(result)]).toEqual([attack.name]);
      }
    },
    TIMEOUT_MS,
  );

  it(
    'stays within its memory and serves a good client while it applies rate limits to items',
    async () => {
      const target = await startTunnel();
      limits = { 'x-sentry-rate-limits': '3600:session:organization' };
      await flood(target, [], envelope);
      for (const attack of bodyAttacks(dsn, { ...size, codings: ['gzip'] })) {
        if (!/zeros|unknown/.test(attack.name)) continue;
        const result = await flood(target, [attack], envelope);
        note(`${attack.name} under a limit`, result);
        expect([attack.name, ...faultsOf(result)]).toEqual([attack.name]);
      }
    },
    TIMEOUT_MS,
  );

  it('would exceed its memory if it kept every item (control)', async () => {
    const target = await startCollector();
    const [, inGzip] = bodyAttacks(dsn, { ...size, codings: ['gzip'] });
    const result = await flood(target, inGzip === undefined ? [] : [inGzip], envelope);
    note('control', result);
    expect(faultsOf(result)).not.toEqual([]);
  });
}
