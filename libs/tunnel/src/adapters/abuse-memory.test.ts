import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import { createScriptedIngest, type ScriptedIngest } from '@adit/testing';
import { compileSources } from '@adit/testing/compile-sources';
import type { MemoryUse } from '../../testing/abuse-child.helper.ts';
import { buildZstdFrame, HAS_ZSTD } from '@adit/testing/zstd';

const KIB = 1_024;
const MIB = 1_024 * KIB;

const root = mkdtempSync(join(tmpdir(), 'adit-abuse-'));

beforeAll(() => {
  // The child process holds a tunnel in memory, but no compiler.
  const library = join(__dirname, '../..');
  compileSources(root, ['src', 'testing'], library);
  const modules = join(root, 'node_modules');
  for (const name of ['common', 'envelope', 'spool'])
    compileSources(join(modules, '@adit', name), ['src'], join(library, '..', name));
  symlinkSync(dirname(require.resolve('undici/package.json')), join(modules, 'undici'));
});
afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});

type Kind = 'tunnel' | 'spooling' | 'buffering';

interface Subject {
  readonly port: number;
  readonly measure: () => Promise<MemoryUse>;
  readonly stop: () => Promise<void>;
}

async function start(kind: Kind, dsn: string, capBytes: number): Promise<Subject> {
  const child: ChildProcess = spawn(
    process.execPath,
    ['--expose-gc', join(root, 'testing/abuse-child.helper.js'), kind, dsn, String(capBytes)],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  const lines: Interface = createInterface(child.stdout!);
  const ended = new Promise<never>((_, reject) => {
    lines.once('close', () => {
      reject(new Error('the process has ended'));
    });
  });
  ended.catch(() => undefined);
  const nextLine = (): Promise<string> =>
    Promise.race([new Promise<string>((resolve) => lines.once('line', resolve)), ended]);
  const { port } = JSON.parse(await nextLine()) as { port: number };
  return {
    port,
    measure: async () => {
      const line = nextLine();
      child.stdin!.write('\n');
      return JSON.parse(await line) as MemoryUse;
    },
    stop: async () => {
      const closed = new Promise((resolve) => child.once('close', resolve));
      if (child.kill('SIGKILL')) await closed;
    },
  };
}

/** Prints figures beside the tests on request. */
function note(what: string, figures: Readonly<Record<string, number>>): void {
  if (process.env['ABUSE_FIGURES'] === undefined) return;
  const shown = Object.entries(figures).map(([name, bytes]) => `${name} ${(bytes / MIB).toFixed(1)} MiB`);
  process.stderr.write(`${what}: ${shown.join(', ')}\n`);
}

/** `npm test -- long` uses the thousand clients that INTERNALS.md mentions. */
const CLIENTS = process.env['ADIT_LONG_TESTS'] === '1' ? 1_000 : 300;

describe(`the memory of a process with ${CLIENTS} uploads under way`, () => {
  /**
   * For each client: 64 KiB and one chunk (INTERNALS.md), two chunks of at most 64 KiB that node:http has read before
   * it is told to pause, and 16 KiB for sockets and parsers on both sides.
   */
  const BOUND_BYTES = CLIENTS * (4 * 64 * KIB + 16 * KIB);
  /** The most that all clients together may keep for the spool. */
  const RETAINED_BYTES = 16 * MIB;
  const SENT_BYTES = 400 * KIB;

  /** An ingest that accepts connections and reads nothing. */
  let ingest: Server;
  let dsn: string;
  const sockets = new Set<Socket>();
  let subject: Subject | undefined;

  beforeAll(async () => {
    ingest = createServer((socket) => {
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
      sockets.add(socket.pause());
    });
    await new Promise<void>((resolve) =>
      ingest.listen({ port: 0, host: '127.0.0.1', backlog: 2_000 }, resolve),
    );
    dsn = `http://0123456789abcdef0123456789abcdef@127.0.0.1:${(ingest.address() as AddressInfo).port}/42`;
  });
  afterEach(async () => {
    await subject?.stop();
    for (const socket of sockets) socket.destroy();
  });
  afterAll(() => {
    ingest.close();
  });

  type Framing = 'announced' | 'chunked';
  interface Growth {
    readonly heldBytes: number;
    readonly rssBytes: number;
    readonly readBytes: number;
  }

  /** Lets every client send the beginning of a large envelope and stop there, until the tunnel reads no more. */
  const growthOf = async (kind: Kind, framing: Framing, sentBytes: number): Promise<Growth> => {
    subject = await start(kind, dsn, 200 * MIB);
    const before = await subject.measure();
    const head = Buffer.from(`{"dsn":"${dsn}"}\n{"type":"attachment","length":${8 * MIB}}\n`);
    const body = Buffer.concat([head, Buffer.alloc(sentBytes - head.byteLength, 'x')]);
    const field =
      framing === 'announced'
        ? `content-length: ${head.byteLength + 8 * MIB}\r\n\r\n`
        : `transfer-encoding: chunked\r\n\r\n${(8 * MIB).toString(16)}\r\n`;
    const request = Buffer.concat([
      Buffer.from(`POST /monitoring-tunnel HTTP/1.1\r\nhost: a\r\n${field}`),
      body,
    ]);
    for (let client = 0; client < CLIENTS; client += 1) {
      const socket = connect(subject.port, '127.0.0.1');
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
      socket.write(request);
    }
    let after = await subject.measure();
    // Until the tunnel has read nothing for half a second.
    for (let quiet = 0; quiet < 5;) {
      const { readBytes } = after;
      await new Promise((resolve) => setTimeout(resolve, 100));
      after = await subject.measure();
      quiet = readBytes > 0 && readBytes === after.readBytes ? quiet + 1 : 0;
    }
    const growth = {
      heldBytes: after.heldBytes - before.heldBytes,
      rssBytes: after.rssBytes - before.rssBytes,
      readBytes: after.readBytes,
    };
    note(`${kind}, ${framing}, ${sentBytes / KIB} KiB each`, growth);
    return growth;
  };

  it('stays small for each with an ingest that reads nothing', async () => {
    const { heldBytes, rssBytes, readBytes } = await growthOf('tunnel', 'chunked', SENT_BYTES);
    // The tunnel has read as much as it may hold.
    expect(readBytes).toBeGreaterThan(CLIENTS * 128 * KIB);
    expect(heldBytes).toBeLessThan(BOUND_BYTES);
    expect(rssBytes).toBeLessThan(BOUND_BYTES + 64 * MIB);
  });

  it('adds 16 MiB at most where envelopes may have to be stored', async () => {
    const { heldBytes, readBytes } = await growthOf('spooling', 'announced', SENT_BYTES);
    expect(readBytes).toBeGreaterThan(CLIENTS * 128 * KIB);
    expect(heldBytes).toBeLessThan(BOUND_BYTES + RETAINED_BYTES);
  });

  it('would not in a process that buffers (control)', async () => {
    const { heldBytes } = await growthOf('buffering', 'announced', SENT_BYTES);
    expect(heldBytes).toBeGreaterThan(BOUND_BYTES + RETAINED_BYTES);
  });
});

describe('decompression bombs', () => {
  const CAP_BYTES = 4 * MIB;
  const DECODED_BYTES = 128 * MIB;
  /** Bombs of each coding, at the same time. */
  const BOMBS = 2;
  /**
   * Windows of up to 16 MiB for `br` and `zstd`, the cap for each bomb, and 96 MiB of garbage that is not collected
   * yet.
   */
  const BOUND_BYTES = 192 * MIB;

  let ingest: ScriptedIngest;
  let subject: Subject;

  let bombs: Readonly<Record<string, Uint8Array<ArrayBuffer>>>;

  beforeAll(async () => {
    ingest = await createScriptedIngest();
    const plain = envelopeOf(DECODED_BYTES);
    bombs = Object.fromEntries(CODINGS.map((coding) => [coding, new Uint8Array(ENCODERS[coding]!(plain))]));
    for (const coding of CODINGS) expect(bombs[coding]?.byteLength).toBeLessThan(DECODED_BYTES / 500);
  });
  beforeEach(() => {
    ingest.reset();
  });
  afterEach(() => subject.stop());
  afterAll(() => ingest.close());

  const envelopeOf = (payloadBytes: number): Buffer =>
    Buffer.concat([
      Buffer.from(`{"dsn":"${ingest.dsn()}"}\n{"type":"attachment","length":${payloadBytes}}\n`),
      Buffer.alloc(payloadBytes, 'a'),
    ]);

  /** Built without a compressor: runs of one byte. */
  const zstd = (plain: Buffer): Buffer => {
    const payloadStart = plain.indexOf('\n', plain.indexOf('\n') + 1) + 1;
    const runs = Math.floor((plain.byteLength - payloadStart) / (128 * KIB));
    const rest = plain.byteLength - payloadStart - runs * 128 * KIB;
    return buildZstdFrame({
      blocks: [
        plain.subarray(0, payloadStart),
        ...Array.from({ length: runs }, () => ({ times: 128 * KIB })),
        plain.subarray(plain.byteLength - rest),
      ],
    });
  };
  const ENCODERS: Readonly<Record<string, (plain: Buffer) => Buffer>> = {
    gzip: (plain) => gzipSync(plain, { level: 6 }),
    deflate: (plain) => deflateSync(plain, { level: 6 }),
    br: (plain) =>
      brotliCompressSync(plain, {
        params: { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_LGWIN]: 24 },
      }),
    ...(HAS_ZSTD && { zstd }),
  };
  const CODINGS = Object.keys(ENCODERS);

  const post = async (coding: string, body: Uint8Array<ArrayBuffer>): Promise<number> => {
    const headers: Record<string, string> = coding === 'identity' ? {} : { 'content-encoding': coding };
    const response = await fetch(`http://127.0.0.1:${subject.port}/monitoring-tunnel`, {
      method: 'POST',
      headers,
      body,
    });
    await response.arrayBuffer();
    return response.status;
  };

  const explode = async (
    codings: readonly string[],
    count: number,
  ): Promise<{ statuses: number[]; growthBytes: number }> => {
    const { rssBytes } = await subject.measure();
    const posts = codings.flatMap((coding) =>
      Array.from({ length: count }, () => post(coding, bombs[coding]!)),
    );
    const statuses = await Promise.all(posts);
    const { peakRssBytes } = await subject.measure();
    return { statuses, growthBytes: peakRssBytes - rssBytes };
  };

  it.each<[string, Readonly<Record<string, string>>]>([
    ['as they stream through', {}],
    ['while a rate limit is in force', { 'x-sentry-rate-limits': '600:error:organization' }],
  ])('are refused with 413, in bounded memory, %s', async (how, headers) => {
    subject = await start('tunnel', ingest.dsn(), CAP_BYTES);
    ingest.respond({ headers });
    expect(await post('identity', new Uint8Array(envelopeOf(10)))).toBe(200);
    ingest.reset();

    const { statuses, growthBytes } = await explode(CODINGS, BOMBS);
    note(`${statuses.length} bombs, ${how}`, { growth: growthBytes });
    expect(statuses).toEqual(statuses.map(() => 413));
    expect(growthBytes).toBeLessThan(BOUND_BYTES);
    expect(ingest.received).toEqual([]);

    // Harmless bodies pass in every coding.
    const harmless = envelopeOf(300 * KIB);
    for (const coding of CODINGS) {
      expect(await post(coding, new Uint8Array(ENCODERS[coding]!(harmless)))).toBe(200);
    }
    expect(ingest.received).toHaveLength(CODINGS.length);
    const asReceived = CODINGS.map((coding) => ENCODERS[coding]!(harmless));
    expect(ingest.received.map(({ body }, index) => body.equals(asReceived[index]!))).toEqual(
      CODINGS.map(() => true),
    );
  });

  it('take a process that decodes them first beyond it (control)', async () => {
    subject = await start('buffering', ingest.dsn(), CAP_BYTES);
    const { statuses, growthBytes } = await explode(['gzip'], CODINGS.length * BOMBS);
    note(`${statuses.length} bombs in a process that buffers`, { growth: growthBytes });
    expect(statuses).toEqual(statuses.map(() => 200));
    expect(growthBytes).toBeGreaterThan(BOUND_BYTES);
  });
});
