import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { missingCommands } from '../deploy/debian.mjs';
import { createScriptedIngest, freePort } from '../src/testing.mjs';
import { ROOT } from '../src/projects.mjs';
import { until } from '../src/until.mjs';
import { buildDashboard, DASHBOARD, expressionsOf } from './dashboard.mjs';

const RULES = readFileSync(join(ROOT, 'deploy/prometheus/rules/adit.yml'), 'utf8');
const RUNBOOK = readFileSync(join(ROOT, 'docs/runbook.md'), 'utf8');
const alerts = [...RULES.matchAll(/- alert: (\w+)/g)].map(([, name]) => name);

const PARTS = ['**It means:**', '**Look first:**', '**Do:**', '**Do not**'];

/** The parts that a section of the runbook lacks; all of them if there is no section. */
function missingParts(runbook, alert) {
  const [, section = ''] = runbook.split(new RegExp(`^### ${alert}\n`, 'm'));
  const text = section.split(/^##/m)[0];
  return PARTS.filter((part) => !text.includes(part));
}

describe('the runbook', () => {
  it('says for each alert what it means, what to look at, what to do and what not to do', () => {
    assert.ok(alerts.length > 10);
    for (const alert of alerts) {
      assert.deepEqual(missingParts(RUNBOOK, alert), [], alert);
      assert.ok(RULES.includes(`runbook: docs/runbook.md#${alert.toLowerCase()}`), alert);
    }
  });

  it('has no section for an alert that does not exist', () => {
    const sections = [...RUNBOOK.matchAll(/^### (\w+)$/gm)].map(([, name]) => name);
    assert.deepEqual([...sections].sort(), [...alerts].sort());
  });

  it('has the sections that the page of the admin port names', () => {
    const page = ['verdict', 'arrivals', 'policy-words', 'recorded']
      .map((name) => readFileSync(join(ROOT, `libs/operations/src/page/${name}.ts`), 'utf8'))
      .join('');
    const named = [...page.matchAll(/runbook: '(\w+)'/g)].map(([, name]) => name);
    assert.ok(named.length > 8);
    for (const name of named) assert.deepEqual(missingParts(RUNBOOK, name), [], name);
  });

  it('says the same four things for each reason of a refusal', () => {
    const outcomes = readFileSync(join(ROOT, 'libs/tunnel/src/outcome/outcomes.ts'), 'utf8');
    const [, refusals] = outcomes.match(/^const REFUSALS = \{\n([^]*?)^\} as const/m);
    const reasons = [...refusals.matchAll(/^ {2}'?([a-z-]+)'?: \{/gm)].map(([, reason]) => reason);
    assert.ok(reasons.length > 25);
    const sections = [...RUNBOOK.matchAll(/^#### (.*)\n([^]*?)(?=^##)/gm)];
    const named = sections.flatMap(([, title]) => title.split(', '));
    assert.deepEqual(named.sort(), reasons.sort());
    for (const [, title, text] of sections) {
      assert.deepEqual(
        PARTS.filter((part) => !text.includes(part)),
        [],
        title,
      );
    }
  });

  it('would be noticed without a section, or without a part (controls)', () => {
    assert.equal(missingParts(RUNBOOK, 'AditUnknown').length, 4);
    assert.deepEqual(missingParts(RUNBOOK.replaceAll('**Do not**', ''), 'AditOutage'), ['**Do not**']);
  });
});

describe('the dashboard', () => {
  it('is what its builder builds', () => {
    assert.deepEqual(
      JSON.parse(readFileSync(DASHBOARD, 'utf8')),
      JSON.parse(JSON.stringify(buildDashboard())),
    );
  });
});

const reason = missingCommands({
  promtool: 'prometheus',
  prometheus: 'prometheus',
  'redis-server': 'redis-server',
});
if (reason !== undefined) console.log(`Alerts and dashboard are not tried: ${reason}.`);

const promtool = (...args) => spawnSync('promtool', args, { cwd: ROOT, encoding: 'utf8' });

describe('the alerts', { skip: reason }, () => {
  it('fire when they should, and only then (promtool)', () => {
    const { status, stdout, stderr } = promtool(
      'test',
      'rules',
      'deploy/prometheus/tests/adit.yml',
      'deploy/prometheus/tests/adit-loss.yml',
      'deploy/prometheus/tests/adit-arrival.yml',
    );
    assert.equal(status, 0, stdout + stderr);
  });

  it('fail their tests if a rule fires too early (control)', () => {
    const folder = mkdtempSync(join(tmpdir(), 'adit-rules-'));
    try {
      const eager = RULES.replace('> 0.8 * adit_tunnel_spool_limit', '> 0.1 * adit_tunnel_spool_limit');
      assert.notEqual(eager, RULES);
      writeFileSync(join(folder, 'rules.yml'), eager);
      const tests = readFileSync(join(ROOT, 'deploy/prometheus/tests/adit.yml'), 'utf8');
      writeFileSync(join(folder, 'tests.yml'), tests.replace('../rules/adit.yml', 'rules.yml'));
      assert.equal(promtool('test', 'rules', join(folder, 'tests.yml')).status, 1);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

/** A test that hangs fails after five minutes. */
const GIVE_UP = { timeout: 300_000 };

/** A project that loses envelopes: its ingest is away for every second one, which is stored, and refuses the others. */
const LOST_PROJECT = 4;

/** An ingest with scripted answers, one script after the other. */
async function startIngest() {
  let script = {};
  let asked = 0;
  const ingest = await createScriptedIngest();
  ingest.respondWith(({ url }) =>
    url.includes(`/${LOST_PROJECT}/`) ? { status: (asked += 1) % 2 === 1 ? 503 : 400 } : script,
  );
  return {
    dsn: (project) => ingest.dsn({ projectId: String(project) }),
    answer: (status, headers) => void (script = { status, headers }),
    close: ingest.close,
  };
}

const envelope = (dsn, type = 'event', payload = {}) =>
  `${JSON.stringify({ dsn, event_id: randomUUID().replaceAll('-', '') })}\n{"type":"${type}"}\n${JSON.stringify(payload)}\n`;

describe('the dashboard, on Prometheus and a server in an outage', { skip: reason }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'adit-dashboard-'));
  const children = [];
  let ingest;
  let post;
  let query;

  const start = (command, args, env = {}) => {
    const child = spawn(command, args, { cwd: folder, env: { ...process.env, ...env }, stdio: 'ignore' });
    children.push(child);
  };

  before(async () => {
    ingest = await startIngest();
    const [port, adminPort, redisPort, prometheusPort] = [
      await freePort(),
      await freePort(),
      await freePort(),
      await freePort(),
    ];
    start('redis-server', ['--port', `${redisPort}`, '--bind', '127.0.0.1', '--save', '', '--dir', folder]);
    writeFileSync(join(folder, 'policy.json'), '{"version":1}');
    start(process.execPath, [join(ROOT, 'apps/tunnel-server/dist/main.js')], {
      PORT: `${port}`,
      ADIT_ADMIN_PORT: `${adminPort}`,
      ADIT_DSNS: [1, 2, LOST_PROJECT].map((project) => ingest.dsn(project)).join(),
      ADIT_SPOOL: `redis://127.0.0.1:${redisPort}`,
      ADIT_WORKERS: '2',
      ADIT_POLICY: join(folder, 'policy.json'),
    });
    const target = { targets: [`127.0.0.1:${adminPort}`], labels: { environment: 'test' } };
    writeFileSync(
      join(folder, 'prometheus.yml'),
      JSON.stringify({
        global: { scrape_interval: '1s' },
        scrape_configs: [{ job_name: 'adit-tunnel', static_configs: [target] }],
      }),
    );
    start('prometheus', [
      '--config.file=prometheus.yml',
      '--storage.tsdb.path=data',
      `--web.listen-address=127.0.0.1:${prometheusPort}`,
    ]);
    post = async (body) => {
      const url = `http://127.0.0.1:${port}/monitoring-tunnel`;
      const headers = { 'adit-recorded': 'shop%401;e9.1.0.0;-e' };
      return (await fetch(url, { method: 'POST', body, headers })).status;
    };
    query = async (expr) => {
      const url = `http://127.0.0.1:${prometheusPort}/api/v1/query?query=${encodeURIComponent(expr)}`;
      const { data } = await (await fetch(url)).json();
      return data?.result ?? [];
    };
    await until('accepted', async () => (await post(envelope(ingest.dsn(1)))) === 200);
    await until('scraped', async () => (await query('adit_tunnel_build_info')).length > 0);
  }, GIVE_UP);

  after(async () => {
    for (const child of children) child.kill('SIGKILL');
    await ingest?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('has data for every expression', GIVE_UP, async () => {
    const fill = (expr) =>
      expr.replaceAll('$__rate_interval', '30s').replaceAll(/"\$(environment|replica|project)"/g, '".*"');
    const waiting = new Map(expressionsOf(buildDashboard()).map((row) => [fill(row.expr), row.title]));
    assert.ok(waiting.size > 25);
    const outages = createNight();
    // Each expression must have a result at some time of the night, which continues until all have had one.
    for (let step = 0; waiting.size > 0; step += 1) {
      assert.ok(step < 200, `no data: ${[...waiting.values()].join(', ')}`);
      await outages(step);
      for (const expr of waiting.keys()) if ((await query(expr)).length > 0) waiting.delete(expr);
      await setTimeout(500);
    }
  });

  it('has none for a metric that does not exist (control)', async () => {
    assert.deepEqual(await query('adit_tunnel_unknown_total{environment=~".*"}'), []);
  });

  /**
   * Ingest accepts, limits, is away, and fails; clients send envelopes that are refused, and reports of items that
   * browsers dropped.
   */
  function createNight() {
    const NIGHT = [
      () => ingest.answer(200),
      () => ingest.answer(429, { 'x-sentry-rate-limits': '60:error:organization:quota' }),
      () => ingest.answer(503),
      () => ingest.answer(503),
      () => ingest.answer(503),
    ];
    return async (step) => {
      NIGHT[step % NIGHT.length]();
      const report = {
        timestamp: 1,
        discarded_events: [{ reason: 'event_processor', category: 'error', quantity: 2 }],
      };
      await post(envelope(ingest.dsn(1)));
      await post(envelope(ingest.dsn(2), 'session'));
      await post(envelope(ingest.dsn(2), 'client_report', report));
      await post(envelope(ingest.dsn(3)));
      await post(envelope(ingest.dsn(LOST_PROJECT)));
    };
  }
});
