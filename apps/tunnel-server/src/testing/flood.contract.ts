import { readFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import type { Attack } from './flood-attacks.contract.ts';

/** The process under attack. */
export interface FloodTarget {
  readonly url: string;
  readonly pid: number;
  /** Resolves when it has ended. */
  readonly ended: Promise<unknown>;
}

/** What became of a flood. */
export interface FloodResult {
  readonly hasEnded: boolean;
  /** The most memory the process has had, in bytes. */
  readonly peakRssBytes: number;
  /** How often the hostile requests were answered with each status; 0 stands for a connection that was cut. */
  readonly answers: Readonly<Record<number, number>>;
  /** What the good client was answered meanwhile. */
  readonly good: readonly number[];
}

const ATTACKERS = 8;

/** What the good client is to be answered at least, so that a short flood proves something too. */
const MIN_GOOD = 5;

/** The status, or 0 if there is no answer. */
function send(url: string, headers: Readonly<Record<string, string>>, body: Uint8Array): Promise<number> {
  return new Promise((resolve) => {
    const request = httpRequest(url, { method: 'POST', agent: false, headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
      response.on('end', () => request.destroy());
    });
    request.on('error', () => resolve(0));
    request.on('close', () => resolve(0));
    request.end(body);
  });
}

/** Linux keeps the peak itself, so that nothing between two looks is missed. Of a process that has died there is none. */
function peakRss(pid: number): number {
  const [, kibibytes = 0] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kibibytes) * 1_024;
}

/** Sends every attack, several at a time, while a good client sends an envelope after the other. */
export async function flood(
  { url, pid, ended }: FloodTarget,
  attacks: Iterable<Attack>,
  envelope: Uint8Array,
): Promise<FloodResult> {
  let hasEnded = false;
  // A function, as it changes while others wait.
  const isGone = (): boolean => hasEnded;
  let isOver = false;
  let peakRssBytes = 0;
  void ended.then(() => (hasEnded = true));
  const answers: Record<number, number> = {};
  const good: number[] = [];

  const attack = async (): Promise<void> => {
    for (const { headers, body, times, vary } of attacks) {
      let sent = 0;
      const attacker = async (): Promise<void> => {
        while (sent < times && !isGone()) {
          const own = vary?.(sent);
          sent += 1;
          const status = await send(url, own?.headers ?? headers, own?.body ?? body);
          answers[status] = (answers[status] ?? 0) + 1;
        }
      };
      await Promise.all(Array.from({ length: ATTACKERS }, attacker));
      if (isGone()) return;
    }
  };
  const beGood = async (): Promise<void> => {
    while ((!isOver || good.length < MIN_GOOD) && !isGone()) {
      good.push(await send(url, {}, envelope));
      if (!isGone()) peakRssBytes = Math.max(peakRssBytes, peakRss(pid));
    }
  };
  const client = beGood();
  await attack();
  isOver = true;
  await client;
  return { hasEnded: isGone(), peakRssBytes, answers, good };
}
