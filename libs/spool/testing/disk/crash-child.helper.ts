import { writeSync } from 'node:fs';
import { createDiskSpool, type DiskSpoolOptions } from '../../src/stores/disk-spool.ts';
import { createSharedDiskSpool } from '../../src/stores/shared-disk-spool.ts';
import type { SpooledEnvelope, SpoolEntry, SpoolStore } from '../../src/stores/stores.ts';
import { errorCode } from '../../src/stores/disk/files.ts';
import { createNaiveSpool } from './naive-spool.helper.ts';

/*
 * A process that is killed: `node crash-child.helper.js disk|shared|naive DIRECTORY FIRST_NUMBER`. It appends and removes
 * envelopes at the same time and reports on its standard output: `ready`, `a NUMBER` once one is acknowledged, `d
 * NUMBER` when one is delivered, just before it is removed, `e CODE` when one is refused.
 */

/** The DSNs of its envelopes. */
export const CRASH_DSNS = ['https://a@one.example/1', 'https://b@two.example/2', 'https://c@two.example/3'];

/** One of this many envelopes is streamed to a file of its own. */
const STREAMED_EVERY = 97;

/** Envelopes under way at a time. */
const APPENDERS = 24;

/** It delivers while the spool holds more envelopes than this. */
const KEPT = 300;

/** The envelope of a number. */
export function crashEnvelope(number: number): SpooledEnvelope {
  const isStreamed = number % STREAMED_EVERY === 0;
  const bytes = Buffer.alloc(isStreamed ? 150_000 : (number * 37) % 6_000, `${number},`);
  const body = isStreamed ? halves(bytes) : bytes;
  return { dsn: CRASH_DSNS[number % 3]!, receivedAt: number, fields: { number: `${number}` }, body };
}

/** The number of a delivered envelope, after a check of every byte; `undefined` if it was changed. */
export async function crashNumber(entry: SpoolEntry): Promise<number | undefined> {
  const number = Number(entry.fields['number']);
  const expected = crashEnvelope(number);
  const [found, whole] = [await bytesOf(entry.read()), await bytesOf(expected.body)];
  return found.equals(whole) && entry.dsn === expected.dsn && entry.receivedAt === number
    ? number
    : undefined;
}

async function* halves(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes.subarray(0, bytes.length / 2);
  yield bytes.subarray(bytes.length / 2);
}

async function bytesOf(body: SpooledEnvelope['body']): Promise<Buffer> {
  if (body instanceof Uint8Array) return Buffer.from(body);
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function openStore(kind: string, options: DiskSpoolOptions): Promise<SpoolStore> {
  if (kind === 'disk') return createDiskSpool(options);
  if (kind === 'shared') return createSharedDiskSpool(options);
  return createNaiveSpool(options.directory);
}

async function run(kind: string, directory: string, firstNumber: number): Promise<void> {
  const say = (line: string): void => void writeSync(1, `${line}\n`);
  const spool = await openStore(kind, { directory, maxSegmentBytes: 300_000 });
  say('ready');
  let number = firstNumber;
  const append = async (): Promise<never> => {
    for (;;) {
      const own = (number += 1);
      await spool.append(crashEnvelope(own)).then(
        () => say(`a ${own}`),
        (error: unknown) => say(`e ${errorCode(error)}`),
      );
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  const deliver = async (dsn: string): Promise<never> => {
    for (;;) {
      const entry = spool.depth().envelopes > KEPT ? await spool.peek(dsn) : undefined;
      if (entry !== undefined) {
        say(`d ${entry.fields['number']}`);
        await spool.remove(dsn);
      }
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  await Promise.all([...Array.from({ length: APPENDERS }, append), ...CRASH_DSNS.map(deliver)]);
}

const [kind, directory, firstNumber] = process.argv.slice(2);
if (process.argv[1]?.endsWith('crash-child.helper.js') === true) {
  void run(kind!, directory!, Number(firstNumber));
}
