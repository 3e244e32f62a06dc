import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { recordedHost } from '../../testing/recorded-host.helper.ts';
import { createAbilities } from '../abilities.ts';
import { runCli } from '../cli.ts';

const RULES = [
  { id: 'chat-widget', action: 'drop', when: { message: '*widget*' } },
  { id: 'requests', action: 'sample', rate: 0, when: { message: 'GET *' } },
  { id: 'order', action: 'group', fingerprint: ['o'], dryRun: true, when: { message: 'Order *' } },
  { id: 'unused', action: 'drop', when: { message: 'x' } },
];
const at = Date.UTC(2026, 0, 2, 3, 4, 5);
const items = [
  {
    at,
    type: 'event',
    project: '42',
    payload: { message: 'at widget 1\u001b[2J', release: 'shop@1' },
    outcome: 'kept',
    standsFor: 20,
  },
  {
    at,
    type: 'transaction',
    project: '',
    payload: { transaction: 'GET /a' },
    outcome: 'kept',
    standsFor: 2_000,
  },
  {
    at,
    type: 'event',
    project: '42',
    payload: { message: 'Order 1' },
    outcome: 'dropped',
    rule: 'gone',
    standsFor: 1,
  },
  {
    at: at + 60_000,
    type: 'event',
    payload: { message: 'ResizeObserver loop limit exceeded' },
    outcome: 'dropped',
    rule: 'resize-observer-loop',
    standsFor: 1,
  },
  { at, type: 'event', payload: { message: 'loop' }, outcome: 'dropped', rule: 'budget:day', standsFor: 1 },
];

let folder: string;
let server: Server | undefined;
const asked: { url: string | undefined; token: string | undefined }[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'adit-cli-'));
  asked.length = 0;
});
afterEach(async () => {
  rmSync(folder, { recursive: true, force: true });
  server?.closeAllConnections();
  await new Promise((resolve) => (server === undefined ? resolve(undefined) : server.close(resolve)));
  server = undefined;
});

async function serve(body: string, status = 200): Promise<string> {
  const started = createServer(({ url, headers }, response) => {
    asked.push({ url, token: headers.authorization });
    response.writeHead(status).end(body);
  });
  server = started;
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(started.address() as AddressInfo).port}`;
}

async function run(document: object, args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  writeFileSync(join(folder, 'policy.json'), JSON.stringify(document));
  const host = recordedHost(folder);
  const exitCode = await runCli(
    ['policy', 'try', 'policy.json', ...args],
    createAbilities(env, '22.12.0'),
    '1.0.0',
    host,
  );
  return { exitCode, out: host.out(), err: host.err() };
}

const own = (text: string): readonly string[] => {
  writeFileSync(join(folder, 'items.jsonl'), text);
  return ['--items', 'items.jsonl'];
};

describe('policy try', () => {
  it('prints what a document would do with the items of the last hour', async () => {
    const url = await serve(JSON.stringify({ items }));
    const { exitCode, out, err } = await run({ version: 1, rules: RULES }, ['--url', url]);
    expect([exitCode, err]).toEqual([0, '']);
    expect(out.split('\n')).toEqual([
      'policy.json, tried on 5 items of 03:04 to 03:05 UTC, which stand for about',
      '2,023:',
      '',
      'rule                  would                 items   in the hour',
      'chat-widget           drop                      1      about 20',
      '  at widget 1 [2J                                             project 42  shop@1',
      'requests              sample               1 of 1   about 2,000',
      '  GET /a',
      'order                 group (dry run)           1       about 1',
      '  Order 1                                                             project 42',
      'resize-observer-loop  drop (built in)           1       about 1',
      '  ResizeObserver loop limit exceeded',
      '',
      'Match nothing: unused.',
      '',
      'Compared with the document in force:',
      '  new drops: 2 (2 kinds), about 2,020 in the hour',
      '    at widget 1 [2J                                           project 42  shop@1',
      '    GET /a',
      '  no longer dropped: 1 (1 kind), about 1 in the hour',
      '    Order 1                                                           project 42',
      '',
      'Budgets are not tried. What they dropped counts as dropped: 1 item.',
      '',
    ]);
    expect(asked).toEqual([{ url: '/policy/recent', token: undefined }]);
  });

  it('stays within 80 columns for long texts and many rules', async () => {
    const long = 'word '.repeat(100);
    const rules = Array.from({ length: 30 }, (_, index) => ({
      id: `${'a'.repeat(50)}-${index}`,
      action: 'scrub',
      form: 'a',
      when: { message: index === 0 ? '*' : 'nothing' },
    }));
    const { out } = await run({ version: 1, rules }, own(JSON.stringify({ message: long, release: long })));
    const lines = out.split('\n');
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(80);
    expect(out.replaceAll('\n', ' ')).toContain(' and 9 more.');
  });

  it('prints JSON', async () => {
    const url = await serve(JSON.stringify({ items }));
    const { exitCode, out } = await run({ version: 1, rules: RULES }, ['--url', url, '--json']);
    expect(exitCode).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      version: 1,
      problems: [],
      sample: { items: 5, standsFor: 2_023 },
      rules: [{ id: 'chat-widget', matched: { items: 1 } }, {}, {}, {}, { isBuiltIn: true }],
      compared: { newDrops: { items: 2 } },
    });
  });

  it('tries events of one’s own, which are not compared', async () => {
    const { exitCode, out } = await run({ version: 1 }, own('{"message":"a"}\n{"message":"b"}\n'));
    expect(exitCode).toBe(0);
    expect(out.split('\n')).toEqual([
      'policy.json, tried on 2 items:',
      '',
      'No rule matches any of them.',
      '',
      'These items do not say what the document in force did, so nothing is compared.',
      '',
    ]);
    expect(asked).toEqual([]);
  });

  it('says which scrub rules in force the document does not have, also if nothing came', async () => {
    const scrub = { action: 'scrub', path: 'extra.a', when: {} };
    const rules = [
      { ...scrub, id: 'kept' },
      { ...scrub, id: 'only-counts', dryRun: true },
      { id: 'other', action: 'drop', when: { message: 'x' } },
    ];
    const scrubs = ['kept', 'only-counts', 'other', 'gone\u001b[2J'];
    const args = ['--url', await serve(JSON.stringify({ items: [], scrubs }))];

    expect((await run({ version: 1, rules }, args)).out).toBe(
      'There are no items to try the document on.\n\n' +
        'Scrub rules in force that this document does not apply: only-counts, other, gone\n[2J.\n',
    );
    expect(JSON.parse((await run({ version: 1, rules }, [...args, '--json'])).out)).toMatchObject({
      lostScrubs: ['only-counts', 'other', 'gone\u001b[2J'],
    });
  });

  it('says that nothing came, and no more if all scrub rules stay', async () => {
    const rules = [{ id: 'kept', action: 'scrub', path: 'extra.a', when: {} }];
    const url = await serve('{"items":[],"scrubs":["kept"]}');
    const { exitCode, out } = await run({ version: 1, rules }, ['--url', url]);
    expect([exitCode, out]).toEqual([0, 'There are no items to try the document on.\n']);
  });

  it('ends with 1 for a wrong document, before it asks', async () => {
    const { exitCode, out } = await run({ version: 2 }, []);
    expect([exitCode, out]).toEqual([1, expect.stringMatching(/^policy\.json:1 {2}version is 2; /)]);
    expect(JSON.parse((await run({ version: 2 }, ['--json'])).out)).toMatchObject({
      problems: [{ line: 1 }],
    });
  });

  it.each([
    ['/operations', '/operations/policy/recent'],
    ['/operations/', '/operations/policy/recent'],
    ['', '/policy/recent'],
  ])('asks below "%s"', async (path, url) => {
    await run({ version: 1 }, ['--url', `${await serve('{"items":[]}')}${path}`], { ADIT_ADMIN_TOKEN: 'a' });
    expect(asked).toEqual([{ url, token: 'Bearer a' }]);
  });

  it.each([
    [401, '{}', /the server asks for a token; set ADIT_ADMIN_TOKEN/],
    [404, '{}', /answered 404; it keeps no items of the last hour, or --url is not its address/],
    [500, '{}', /answered 500; is it the admin port of a tunnel server\?/],
    [200, '<html>', /did not answer with JSON; is --url right\?/],
    [200, '{}', /the answer has no list of items/],
  ])('ends with 2 for the answer %i %s', async (status, body, message) => {
    const { exitCode, out, err } = await run({ version: 1 }, ['--url', await serve(body, status)]);
    expect([exitCode, out, err]).toEqual([2, '', expect.stringMatching(message)]);
  });

  it('ends with 2 for a file that cannot be read, or is too large', async () => {
    expect((await run({ version: 1 }, ['--items', 'none'])).err).toBe('adit: none cannot be read (ENOENT)\n');
    const args = own('');
    truncateSync(join(folder, 'items.jsonl'), 64 * 1_048_576 + 1);
    const { exitCode, err } = await run({ version: 1 }, args);
    expect([exitCode, err]).toEqual([
      2,
      'adit: items.jsonl is larger than 67108864 bytes; split it, or take a sample\n',
    ]);
  });
});
