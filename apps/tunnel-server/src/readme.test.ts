import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { REDIS_RIGHTS } from '../testing/replicas/redis-rights.helper.ts';
import { FILE_VARIABLES, SETTING_ROWS, VARIABLES, flagOf } from './config/settings.ts';
import { durationMetrics } from './metrics/export.ts';
import { createServerMetrics } from './metrics/table.ts';

const ROOT = join(__dirname, '../../..');
const README = readFileSync(join(ROOT, 'apps/tunnel-server/README.md'), 'utf8');
const OPERATIONS = readFileSync(join(ROOT, 'apps/tunnel-server/docs/operations.md'), 'utf8');
const GUIDE_PATH = 'docs/guides/tunnel-deployment.md';
const GUIDE = readFileSync(join(ROOT, GUIDE_PATH), 'utf8');
const SOURCES = [
  'process/tunnel-process',
  'server',
  'process/stores',
  'process/policy',
  'log/log-facts',
  'log/log-outages',
  'process/spool-health',
  'log/log-rate-limits',
  'main',
  'cluster/primary',
  'cluster/worker-slot',
  'redis/redis-link',
  'redis/redis-limits',
  'process/redis-spool',
]
  .map((name) => readFileSync(join(__dirname, `${name}.ts`), 'utf8'))
  .join('\n');

/** The cells of every table row, without padding. */
const rowsOf = (text: string): string[][] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );

const namesIn = (text: string, pattern: RegExp): string[] =>
  [...new Set([...text.matchAll(pattern)].map(([, name]) => name!))].sort();

describe('the README', () => {
  it('lists the settings as the server reads them', () => {
    const rows = rowsOf(README).filter(([name = '']) => /^`[A-Z_]+`$/.test(name));

    expect(rows).toEqual(
      SETTING_ROWS.map((setting) => [
        `\`${setting.name}\``,
        'fallback' in setting ? `\`${setting.fallback}\`` : setting.shownDefault,
        setting.meaning,
      ]),
    );
  });

  it('names only variables and flags that exist', () => {
    const names = VARIABLES;
    const variables = namesIn(`${README}${GUIDE}`, /\b((?:ADIT|SENTRY)_[A-Z_]+)\b/g);
    const flags = namesIn(README, /`(--[a-z-]+)`/g);

    expect(variables.filter((name) => !names.includes(name))).toEqual([]);
    expect(flags.filter((flag) => !['--help', '--version', ...names.map(flagOf)].includes(flag))).toEqual([]);
  });
});

const NOTHING = { requests: {}, answers: {}, redeliveries: {} };

/** The names in the first cells of the table of metrics. `.p99` stands for a name like the previous one. */
const documentedMetrics = (): readonly string[] =>
  rowsOf(OPERATIONS.slice(0, OPERATIONS.indexOf('### What counts as lost'))).flatMap(([cell = '']) => {
    const names = [...cell.matchAll(/`([a-z._0-9]+)`/g)].map(([, name]) => String(name));
    return names.map((name) =>
      name.startsWith('.') ? `${String(names[0]).replace(/\.\w+$/, '')}${name}` : name,
    );
  });

it('the README names every variable that names a file', () => {
  expect(FILE_VARIABLES.filter((name) => !README.includes(`\`${name}\``))).toEqual([]);
});

describe('the operations guide', () => {
  it('lists the rights that the scripts for Redis need', () => {
    const folder = join(ROOT, 'libs/spool/src/stores/redis');
    const scripts = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
    const commands = namesIn(scripts.join(), /redis\.call\('(\w+)'/g).map((name) => `+${name.toLowerCase()}`);
    const [, rights = ''] = /ACL SETUSER adit on >PASSWORD ([^`]+)```/.exec(OPERATIONS) ?? [];
    const ofClient = [
      'hello',
      'auth',
      'ping',
      'select',
      'eval',
      'evalsha',
      'subscribe',
      'unsubscribe',
      'wait',
    ];

    expect(commands.length).toBeGreaterThan(10);
    expect(rights.trim().split(/\s+/).sort()).toEqual(
      ['~adit:*', '&adit:*', ...ofClient.map((name) => `+${name}`), ...commands].sort(),
    );
  });

  it('lists every event that is logged', () => {
    const logged = namesIn(SOURCES, /\.(?:warn|info|error)\('([a-z-]+)'/g);
    const conditional = namesIn(SOURCES, /'(spool-[a-z]+)'/g);

    expect(logged.length).toBeGreaterThan(10);
    expect([...logged, ...conditional].filter((event) => !OPERATIONS.includes(`\`${event}\``))).toEqual([]);
  });

  it('lists the rights of a user of Redis with which the server is tried', () => {
    expect(OPERATIONS.replaceAll(/\s+/g, ' ')).toContain(
      `ACL SETUSER adit on >PASSWORD ${REDIS_RIGHTS} \`\`\``,
    );
  });

  it('lists every metric of the library and of the primary', () => {
    const measured = [
      ...createServerMetrics().map(({ name }) => name),
      ...durationMetrics(NOTHING, { path: '/' }).map(({ name }) => name),
    ];

    expect(documentedMetrics().length).toBeGreaterThan(10);
    expect([...documentedMetrics()].sort()).toEqual([...measured].sort());
  });
});

describe('the deployment guide', () => {
  it('links to files that exist', () => {
    const links = namesIn(GUIDE, /\]\((?!https?:|#)([^)#\s]+)/g);

    expect(links.length).toBeGreaterThan(1);
    expect(links.filter((link) => !existsSync(join(ROOT, dirname(GUIDE_PATH), link)))).toEqual([]);
  });

  it('names only metrics that exist', () => {
    const documented = new Set(documentedMetrics().map((name) => name.replaceAll('.', '_')));

    expect(namesIn(GUIDE, /`(adit_tunnel_[a-z_]+)`/g).filter((name) => !documented.has(name))).toEqual([]);
  });
});
