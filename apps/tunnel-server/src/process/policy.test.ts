import type { PolicyState } from '@adit/policy/tunnel';
import { recordLog } from '../../testing/record-log.helper.ts';
import { readConfig } from '../config/config.ts';
import { createPolicyLog, openPolicy } from './policy.ts';

const NO_LINKS = { spool: undefined, limits: undefined, all: [] };

const configOf = (env: Readonly<Record<string, string>>) =>
  readConfig({
    env: { ADIT_DSNS: 'https://0123456789abcdef0123456789abcdef@o450.ingest.sentry.io/4509', ...env },
    workingDirectory: '/srv',
    readFile: () => '',
  });

const open = (env: Readonly<Record<string, string>>) => openPolicy(configOf(env), recordLog().log, NO_LINKS);

describe('openPolicy', () => {
  it('judges by the built-in rules, and follows nothing', async () => {
    const { policy, observed, close } = await open({});

    expect(policy?.types.has('event')).toBe(true);
    expect(observed?.state).toBeUndefined();
    expect(observed?.report()).toMatchObject({ hasBudgets: false, top: [] });
    await close();
  });

  it('judges nothing if it is off', async () => {
    expect(await open({ ADIT_POLICY: 'off' })).toMatchObject({ policy: undefined, observed: undefined });
  });

  it('takes the requests of monitoring itself for no news', async () => {
    const { policy, close } = await open({ ADIT_PATH: '/telemetry' });
    const span = {
      span_id: '1',
      name: 'POST https://shop.example/telemetry',
      attributes: { 'sentry.op': 'http.client' },
    };
    const spans = { items: [span, { ...span, name: 'GET https://shop.example/cart' }] };
    const encoder = new TextEncoder();
    const judge = policy?.open({
      header: encoder.encode('{}'),
      sdk: { name: 'sentry.javascript.browser' },
      trace: undefined,
      project: '4509',
      userAgent: 'Mozilla/5.0',
    });
    const verdict = judge?.judge({ type: 'span' }, encoder.encode(JSON.stringify(spans)));

    expect(JSON.parse(new TextDecoder().decode(verdict?.payload))).toEqual({ items: [spans.items[1]] });
    await close();
  });
});

describe('the log of a followed document', () => {
  const recorded = recordLog();
  const { onChange, tell } = createPolicyLog(recorded.log, {
    kind: 'redis',
    key: 'adit:policy',
    signedBy: undefined,
  });
  const state = (status: PolicyState['status'], problem?: string, version?: string): PolicyState => ({
    ...{ status, since: 1 },
    ...(problem !== undefined && { problem }),
    ...(version !== undefined && { version }),
  });
  const take = (version: string): void => {
    onChange(undefined, { version });
    tell(state('ok', undefined, version));
  };

  it('has a line for each version, and one for each problem and its end', () => {
    tell(state('missing', 'there is no document'));
    take('v1');
    onChange(undefined, { version: 'v2' });
    tell(state('refused', 'no version', 'v2'));
    tell(state('stale', 'Redis is away', 'v2'));
    tell(state('ok', undefined, 'v2'));
    tell(state('ok', undefined, 'v2'));

    const from = 'redis:adit:policy';
    expect(
      recorded.entries.map(({ event, level, problem, version, from: at }) => ({
        event,
        level,
        problem,
        version,
        from: at,
      })),
    ).toEqual([
      { level: 'warn', event: 'policy-missing', problem: 'there is no document', from },
      { level: 'info', event: 'policy-in-force', version: 'v1', from },
      { level: 'info', event: 'policy-in-force', version: 'v2', from },
      { level: 'warn', event: 'policy-refused', problem: 'no version', version: 'v2', from },
      { level: 'warn', event: 'policy-stale', problem: 'Redis is away', version: 'v2', from },
      { level: 'info', event: 'policy-in-force', version: 'v2', from },
    ]);
  });
});
