import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { ROOT } from '../src/projects.mjs';
import { simulate } from './fleet.mjs';
import { library } from './library.mjs';
import { TABLES } from './scenarios.mjs';
import { partOf, withoutPadding } from './tables.mjs';
import { cpuMicroseconds, tiersTable } from './tiers.mjs';

const DOCUMENT = readFileSync(join(ROOT, 'docs/scale.md'), 'utf8');
const SMALL = {
  replicas: 5,
  isShared: false,
  perSecond: 50,
  outage: { fromMs: 10_000, toMs: 70_000 },
  untilMs: 600_000,
  mostEnvelopes: 100_000,
  latencyMs: 20,
};

describe('the tiers of docs/scale.md', () => {
  it('are up to date with docs/benchmarks/tunnel.md; `npm run simulate -- --write` writes them', () => {
    assert.equal(withoutPadding(partOf(DOCUMENT, 'tiers').text), withoutPadding(tiersTable()));
  });

  it('are not without its figure (control)', () => {
    assert.ok(cpuMicroseconds() > 10 && cpuMicroseconds() < 1_000);
    assert.throws(() => cpuMicroseconds('## Error envelope, 4.3 KB\n\n## '), /no CPU/);
    assert.notEqual(tiersTable(), tiersTable(2 * cpuMicroseconds()));
  });
});

describe('the simulation', () => {
  let tables;

  // In a separate process: the hooks of the test runner make promises three times as slow.
  before(() => {
    const run = [join(ROOT, 'tools/simulation/run.mjs'), '--json'];
    tables = JSON.parse(execFileSync(process.execPath, run, { encoding: 'utf8' }));
  });

  for (const name of Object.keys(TABLES))
    it(`the table “${name}” of docs/scale.md is up to date; \`npm run simulate -- --write\` writes it`, () => {
      assert.equal(withoutPadding(partOf(DOCUMENT, name).text), withoutPadding(tables[name].text));
    });

  it('loses no acknowledged envelope, and drains every spool', () => {
    for (const [name, result] of [...tables.recovery.results, ...tables.overload.results]) {
      if (name.includes('control')) continue;
      assert.deepEqual([name, result.lost, result.givenUp, result.left], [name, 0, 0, 0]);
    }
  });

  it('keeps the pace: a thousand a second for each replica that delivers', () => {
    for (const { name, replicas, isShared, dsns = 1 } of TABLES.recovery) {
      const delivering = isShared ? Math.min(replicas, dsns) : replicas;
      const [, { peakOfStored }] = tables.recovery.results.find(([scenario]) => scenario === name);

      assert.ok(peakOfStored <= delivering * 1_011, `${name}: ${peakOfStored}`);
    }
  });

  it('empties a backlog of 300,000 within ten minutes, which takes an hour and a half one at a time (control)', () => {
    for (const [name, { drainMs, refusedByIngest, peakOfStored }] of tables.backlog.results) {
      if (name.includes('else')) continue;
      assert.equal(refusedByIngest, 0);
      if (name.includes('control'))
        assert.ok(drainMs > 90 * 60_000 && peakOfStored <= 50, `${name}: ${drainMs}`);
      else assert.ok(drainMs < 10 * 60_000, `${name}: ${drainMs}`);
    }
  });

  it('uses a limit of 200 a second within 10 %, and is refused less than once in a hundred', () => {
    for (const [name, { usedShare, refusedByIngest }] of tables.backlog.results) {
      if (!name.includes('else')) continue;
      assert.ok(usedShare > 0.9 && usedShare <= 1, `${name}: ${usedShare}`);
      assert.ok(refusedByIngest < 3_000, `${name}: ${refusedByIngest}`);
    }
  });

  it('does not storm an ingest at its limit of 300 a second, as a naive drain does (control)', () => {
    for (const [name, { peakAfter }] of tables.overload.results) {
      if (name.includes('control')) assert.ok(peakAfter > 10 * 300, `${name}: ${peakAfter}`);
      else assert.ok(peakAfter < 3 * 300, `${name}: ${peakAfter}`);
    }
  });

  it('refuses what exceeds the bound, and reports what is too old: nothing is lost without a count', () => {
    const [roomy, full, shared, old] = tables.bounds.results.map(([, result]) => result);

    assert.deepEqual([roomy.refused, roomy.givenUp], [0, 0]);
    assert.ok(full.refused > 0 && shared.refused > 0 && old.givenUp > 0);
    for (const { lost, received, acknowledged, refused } of [roomy, full, shared, old]) {
      assert.equal(lost, 0);
      // Some were under way when it ended: two on average, at 100 a second and 20 ms.
      assert.ok(received - acknowledged - refused <= 8);
    }
  });

  it('counts what a spool loses that drops silently (control)', async () => {
    const forgetful = {
      ...library,
      createDrain: (options) => {
        let appended = 0;
        const { append } = options.spool;
        options.spool.append = async (envelope) => (++appended % 10 === 0 ? undefined : append(envelope));
        return library.createDrain(options);
      },
    };
    const { lost, acknowledged } = await simulate(SMALL, forgetful);

    assert.ok(lost > 200 && lost < acknowledged / 10, String(lost));
  });

  it('is repeated by its seed, and by no other', async () => {
    const [one, again, other] = [
      await simulate(SMALL, library),
      await simulate(SMALL, library),
      await simulate({ ...SMALL, seed: 2 }, library),
    ];

    assert.deepEqual(one, again);
    assert.notDeepEqual(one, other);
  });
});
