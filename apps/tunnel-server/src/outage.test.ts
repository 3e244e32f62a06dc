import { execFile } from 'node:child_process';
import { join } from 'node:path';

// Real processes, on machines that may be busy.

const SCRIPT = join(__dirname, '../testing/outage/run.mjs');

/** The figures of the script of docs/benchmarks/outage.md with three kills, and its exit code. */
function outage(...args: readonly string[]): Promise<{ code: unknown; figures: Record<string, number> }> {
  const command = [SCRIPT, '--kills', '3', '--clients', '3', '--json', ...args];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, command, (error, output, errors) => {
      if (!output.startsWith('{')) reject(new Error(errors));
      else resolve({ code: error?.code ?? 0, figures: JSON.parse(output) as Record<string, number> });
    });
  });
}

type Outage = Awaited<ReturnType<typeof outage>>;
let onDisk: Outage;
let inMemory: Outage;

beforeAll(async () => {
  [onDisk, inMemory] = await Promise.all([outage(), outage('--control')]);
});

it('loses and alters no acknowledged envelope over an outage with kills, and keeps the order of sessions', () => {
  expect(onDisk.figures).toMatchObject({ kills: 3, lost: 0, altered: 0, disordered: 0, unexplained: 0 });
  // At least one before each of the two kills in the outage; the total depends on the machine.
  expect(onDisk.figures['spooled']).toBeGreaterThanOrEqual(2);
  expect(onDisk.code).toBe(0);
});

it('loses envelopes with a spool in memory (control)', () => {
  expect(inMemory.figures['lost']).toBeGreaterThan(0);
  expect(inMemory.code).toBe(0);
});
