import { connection } from 'next/server';
import { setTimeout as wait } from 'node:timers/promises';

const counted = globalThis as { renders?: number };

export default async function SlowPage() {
  await connection();
  counted.renders = (counted.renders ?? 0) + 1;
  await wait(5_000);
  return <main>Here after five seconds, rendered {counted.renders} times</main>;
}
