import { EVENT_KINDS, seeEvents, type EventRow } from '../testing/replicas/events.helper.ts';
import { HAS_REDIS } from '../testing/replicas/redis.helper.ts';
import { endProcesses } from '../testing/server-process.helper.ts';

// `npm test -- replicas` runs thirty events of each kind, and prints the table.
const EVENTS = Number(process.env['ADIT_REPLICA_EVENTS'] ?? 2);

const rows: EventRow[] = [];

afterEach(endProcesses);
afterAll(() => {
  const names = Object.keys(rows[0] ?? {}) as (keyof EventRow)[];
  const line = (cells: readonly unknown[]): string => `| ${cells.join(' | ')} |\n`;
  process.stdout.write(line(names) + line(names.map(() => '---')));
  for (const row of rows) process.stdout.write(line(names.map((name) => row[name])));
});

const describeWithRedis = HAS_REDIS ? describe : describe.skip;

describeWithRedis('three replicas on Redis under load, while ingest is away', () => {
  it.each(EVENT_KINDS)(
    '%s: what was acknowledged arrives',
    async (kind) => {
      const row = await seeEvents({ kind, rounds: Math.ceil(EVENTS / 2) });
      rows.push(row);

      expect(row.acknowledged).toBeGreaterThan(0);
      expect(row.lost).toBe(0);
      expect(row.notReady).toBe(0);
    },
    60_000 * (1 + EVENTS),
  );

  it('a control that keeps its spool in memory loses envelopes', async () => {
    const env = { ADIT_SPOOL: 'memory' };
    const { lost } = await seeEvents({ kind: 'kill a replica', rounds: 1, env, silentMs: 10_000 });

    expect(lost).toBeGreaterThan(0);
  }, 120_000);
});
