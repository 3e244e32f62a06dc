import { readFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import type { Attack } from './flood-attacks.helper.ts';

/** The process under attack. */
export interface FloodTarget {
  readonly url: string;
  readonly pid: number;
  /** Resolves when it has ended. */
  readonly ended: Promise<unknown>;
}

/** The result of a flood. */
export interface FloodResult {
  readonly hasEnded: boolean;
  /** Peak memory of the process, in bytes. */
  readonly peakRssBytes: number;
  /** Answers to hostile requests, by status. 0 is a connection without an answer. */
  readonly answers: Readonly<Record<number, number>>;
  /** Statuses of the answers to the good client. */
  readonly good: readonly number[];
}

const ATTACKERS = 8;

/** Minimum number of requests of the good client. */
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

/**
 * Linux records the peak itself, so no peak between two checks is missed. There is none for a process that has died.
 */
function peakRss(pid: number): number {
  const [, kibibytes = 0] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kibibytes) * 1_024;
}

/** Sends every attack with several clients, while a good client sends one envelope after another. */
export async function flood(
  { url, pid, ended }: FloodTarget,
  attacks: Iterable<Attack>,
  envelope: Uint8Array,
): Promise<FloodResult> {
  let hasEnded = false;
  // A function, because the value changes while others wait.
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
