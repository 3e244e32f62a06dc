import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { recordedHost } from '../../testing/recorded-host.helper.ts';
import { appRouter, makeRepository, type Texts, textsOf } from '../../testing/repository.helper.ts';
import { createAbilities } from '../abilities.ts';
import { callTool } from './call-tool.ts';
import { createTools, type ToolSources } from './create-tools.ts';

const KEY = '0123456789abcdef0123456789abcdef';
const NPM = { 'package-lock.json': '{}\n' };
const WIZARD: Texts = {
  ...NPM,
  ...appRouter(),
  'package.json':
    '{ "name": "shop", "dependencies": { "@sentry/nextjs": "^11.0.0", "next": "16.4.5", "react": "19.3.1", "react-dom": "19.3.1" } }\n',
  'sentry.server.config.ts': `import * as Sentry from '@sentry/nextjs';\nSentry.init({ dsn: 'https://${KEY}@o1.ingest.sentry.io/2' });\n`,
  'instrumentation-client.ts': `import * as Sentry from '@sentry/nextjs';\nSentry.init({ dsn: 'https://${KEY}@o1.ingest.sentry.io/2' });\nexport const onRouterTransitionStart = Sentry.captureRouterTransitionStart;\n`,
};

let root: string | undefined;
afterEach(() => {
  if (root !== undefined) rmSync(root, { recursive: true, force: true });
});

function open(texts: Texts, answer: (url: string) => Response = () => new Response('{}')) {
  const folder = makeRepository(texts);
  root = folder;
  const { changes, doctor } = createAbilities({}, '22.12.0');
  const sources: ToolSources = {
    changes,
    doctor,
    readDocument: () => undefined,
    host: recordedHost(folder),
    url: 'http://127.0.0.1:1/operations/',
    token: undefined,
    fetch: (input) => Promise.resolve(answer((input as URL).href)),
  };
  const tools = createTools(sources);
  return {
    folder,
    call: (name: string, input: Record<string, unknown> = {}) => {
      const tool = tools.find((one) => one.name === name)!;
      return callTool(tool, tool.input.parse(input));
    },
  };
}

describe('dry_run', () => {
  it('shows the conversion of Sentry’s files without the key of a DSN', async () => {
    const { call, folder } = open(WIZARD);
    const before = textsOf(folder);
    const { text, data } = await call('dry_run', { command: 'convert-sentry' });

    expect(text).toContain('-Sentry.init(');
    expect(text).toContain('https://…@o1.ingest.sentry.io/2');
    expect(text + JSON.stringify(data)).not.toContain(KEY);
    expect(textsOf(folder)).toEqual(before);
  });

  it('says that there is nothing to do', async () => {
    const { call } = open({ ...NPM, ...appRouter() });
    expect((await call('dry_run', { command: 'remove', app: '.' })).text).toBe(
      'Adit is not set up. There is nothing to do.',
    );
  });

  it('leaves out the rest of a long diff', async () => {
    const page = appRouter();
    const long = `${'// a comment\n'.repeat(2_000)}${page['instrumentation-client.ts'] ?? ''}`;
    const { call } = open({
      ...WIZARD,
      'instrumentation-client.ts': `${WIZARD['instrumentation-client.ts']}${long}`,
    });
    const { text } = await call('dry_run', { command: 'convert-sentry' });

    expect(text).toContain('… the rest of this diff is left out.');
    expect(text.length).toBeLessThan(60_100);
  });

  it('refuses other commands', () => {
    const { call } = open({ ...NPM, ...appRouter() });
    expect(() => call('dry_run', { command: 'tail' })).toThrow(/command/);
  });
});

describe('doctor', () => {
  it('has the place, the fix and what --fix mends of each finding, the errors first', async () => {
    const { call } = open({
      'package.json': '{ "workspaces": ["apps/*"] }',
      ...NPM,
      ...appRouter('apps/shop', 'shop'),
      'apps/shop/package.json':
        '{ "name": "shop", "dependencies": { "@adit/next": "^0.1.0", "@sentry/nextjs": "^11.0.0", "next": "16.4.5", "react": "19.3.1", "react-dom": "19.3.1" } }',
    });
    const { text, data } = await call('doctor', { app: 'shop' });

    const lines = text.split('\n');
    expect(lines[0]).toMatch(/^[1-9]\d* errors, \d+ warnings, [1-9]\d* in order\./);
    expect(lines[1]).toMatch(/^error \S+ in apps\/shop: .+\(apps\/shop\/.+\)\. Fix: .+$/);
    expect(text).toContain('(--fix)');
    expect(lines.at(-1)).toMatch(/^ok /);
    expect(data).toMatchObject({ version: 1, leftOut: 0 });
  });
});

describe('policy_try', () => {
  const event = { message: 'mail ann@example.org about the order', extra: { token: 'abc123def456' } };

  it('shows the event as it is sent, without secrets', async () => {
    const { text, data } = await open(NPM).call('policy_try', { event });

    expect(text).toMatch(/^Kept\.\nNo rule matches it\.\nIt is sent as:\n/);
    expect(text).toContain('"token":"[Filtered]"');
    expect(text).not.toContain('ann@example.org');
    expect(data).toEqual({ isKept: true, droppedBy: [], matched: [] });
  });

  it('says that an event without a secret is sent as it came', async () => {
    expect((await open(NPM).call('policy_try', { event: { message: 'a' } })).text).toContain(
      'It is sent as it came.',
    );
  });

  it('tells built-in rules and dry runs', async () => {
    const { call, folder } = open(NPM);
    const rule = { id: 'orders', action: 'drop', when: { message: '*order*' }, dryRun: true };
    writeFileSync(join(folder, 'a.json'), JSON.stringify({ version: 1, rules: [rule] }));

    expect((await call('policy_try', { file: 'a.json', event })).text).toMatch(
      /^Kept\.\nRules that match:\n- orders: drop \(dry run: no effect\)/,
    );
    const noise = { exception: { values: [{ type: 'Error', value: 'ResizeObserver loop limit exceeded' }] } };
    expect((await call('policy_try', { event: noise })).text).toMatch(
      /^Dropped by resize-observer-loop\.\nRules that match:\n- resize-observer-loop: drop \(built in\)/,
    );
  });

  it('says what is wrong with a document', async () => {
    const { call, folder } = open(NPM);
    writeFileSync(join(folder, 'a.json'), '{ "version": 1,\n "rules": [{ "id": "a", "action": "dorp" }] }');
    const expected = { isError: true, text: expect.stringMatching(/^a\.json:2 {2}.*action/m) };

    expect(await call('policy_try', { file: 'a.json', event })).toMatchObject(expected);
    expect(await call('policy_try', { file: 'a.json' })).toMatchObject(expected);
  });

  it('tries a document on the last hour of the tunnel', async () => {
    const items = [{ type: 'event', payload: event, outcome: 'kept', standsFor: 1 }];
    const { call, folder } = open(NPM, (url) => {
      expect(url).toBe('http://127.0.0.1:1/operations/policy/recent');
      return new Response(JSON.stringify({ items, scrubs: [] }));
    });
    const rule = { id: 'orders', action: 'drop', when: { message: '*order*' } };
    writeFileSync(join(folder, 'a.json'), JSON.stringify({ version: 1, rules: [rule] }));

    expect((await call('policy_try', { file: 'a.json' })).text).toContain('new drops: 1');
  });

  it('needs a document or an event, and an event that is not too large', async () => {
    const { call } = open(NPM);
    expect(await call('policy_try')).toEqual({ text: 'name a file, an event, or both', isError: true });
    expect(await call('policy_try', { event: { message: 'x'.repeat(200_000) } })).toMatchObject({
      isError: true,
      text: expect.stringMatching(/^the event has \d+ characters; at most 200000 are read$/),
    });
  });
});

describe('tail and find_event', () => {
  it('say that nothing has come, and why a tunnel cannot be asked', async () => {
    expect((await open(NPM, () => new Response('{"outcomes":[]}')).call('tail')).text).toBe(
      'The tunnel has no outcomes yet.',
    );
    expect((await open(NPM, () => new Response('null')).call('tail')).text).toContain('no list of outcomes');
    expect((await open(NPM, () => new Response('', { status: 401 })).call('tail')).text).toContain(
      'ADIT_ADMIN_TOKEN',
    );
    const unreachable = open(NPM, () => {
      throw new TypeError('fetch failed');
    });
    expect(await unreachable.call('tail')).toMatchObject({
      isError: true,
      text: expect.stringContaining('cannot be reached'),
    });
  });

  it('explain an event that the tunnel does not know', async () => {
    const trace = { eventId: 'a', outcomes: [], forwards: [], since: null, unread: { 'dsn-not-allowed': 2 } };
    const { call } = open(NPM, () => new Response(JSON.stringify(trace)));

    expect((await call('find_event', { event_id: 'a'.repeat(32) })).text).toContain('2 × dsn-not-allowed');
  });
});
