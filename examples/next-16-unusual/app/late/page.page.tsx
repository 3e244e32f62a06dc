import { setTimeout as wait } from 'node:timers/promises';

export default async function LatePage() {
  await wait(1_500);
  return <main>Here at last</main>;
}
