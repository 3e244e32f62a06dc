import type { PolicyDocument } from '../document/policy-document.ts';
import { createPolicy, type Policy } from '../judge/create-policy.ts';

const CHROME = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36';
const encoder = new TextEncoder();
const clock = { now: () => 6_000_000 };

const start = (document: Omit<PolicyDocument, 'version'> = {}) =>
  createPolicy({ document: { version: 1, ...document }, recent: true, budgetClock: clock });

function judge(policy: Policy, type: string, payload: unknown, userAgent: string | undefined = CHROME) {
  policy
    .open({
      header: encoder.encode('{}'),
      sdk: { name: 'sentry.javascript.browser' },
      trace: undefined,
      project: '42',
      userAgent,
    })
    .judge({ type }, encoder.encode(JSON.stringify(payload)));
  return policy.recent();
}

const fatesOf = (policy: Policy) =>
  policy.recent().map(({ outcome, rule }) => (rule ? `${outcome} ${rule}` : outcome));

const dropWidget = { id: 'chat-widget', action: 'drop', when: { message: '*widget*' } } as const;

describe('recent items', () => {
  it('are none unless a host asks for them', () => {
    expect(judge(createPolicy(), 'event', { message: 'a' })).toEqual([]);
  });

  it('say what became of an item', () => {
    expect(judge(start(), 'event', { message: 'a' })).toEqual([
      {
        at: 6_000_000,
        type: 'event',
        project: '42',
        sdk: 'sentry.javascript.browser',
        userAgent: CHROME,
        payload: { message: 'a' },
        outcome: 'kept',
        standsFor: 1,
      },
    ]);
    const policy = start({ rules: [dropWidget], budgets: { first: 0, perMinute: 1, sampleOf: 0 } });
    judge(policy, 'event', { message: 'widget' });
    judge(policy, 'event', { message: 'to a@shop.test' });
    judge(policy, 'event', { message: 'to a@shop.test' });
    judge(policy, 'event', { message: 'ResizeObserver loop limit exceeded' });
    judge(policy, 'event', { message: 'x' }, `${CHROME} Googlebot/2.1`);
    expect(fatesOf(policy)).toEqual([
      'dropped chat-widget',
      'changed',
      'dropped budget:fingerprint',
      'dropped resize-observer-loop',
      'dropped bot',
    ]);
  });

  it('are the items of a container, each on its own', () => {
    const policy = start({
      rules: [
        { id: 'health', action: 'drop', when: { message: 'GET /health' } },
        { id: 'noisy', action: 'drop', when: { message: 'noisy*' } },
      ],
    });
    const span = (name: string, more = {}) => ({ name, span_id: name, ...more });
    judge(policy, 'span', {
      items: [
        span('GET /_not-found', { is_segment: true }),
        span('child', { attributes: { 'sentry.segment.id': { value: 'GET /_not-found' } } }),
        span('GET /health'),
        span('GET /cart'),
        span('to a@shop.test'),
      ],
    });
    judge(policy, 'log', { items: [{ body: 'noisy a' }, { body: 'fine' }] });
    judge(policy, 'log', { items: [{ body: 'noisy b' }] });
    judge(policy, 'span', { items: [span('GET /a')] }, `${CHROME} Googlebot/2.1`);
    expect(fatesOf(policy)).toEqual([
      'dropped not-found-page-transaction',
      'dropped not-found-page-transaction',
      'dropped health',
      'kept',
      'changed',
      'dropped noisy',
      'kept',
      'dropped noisy',
      'dropped bot',
    ]);
    expect(policy.recent().map(({ type }) => type)).toEqual([
      ...Array<string>(5).fill('span'),
      'log',
      'log',
      'log',
      'span',
    ]);
  });

  it('are without secrets, also those that a rule dropped, and those of scrub rules', () => {
    const policy = start({
      rules: [
        dropWidget,
        { id: 'customer', action: 'scrub', form: 'KD-\\d{8}', when: {} },
        { id: 'place', action: 'scrub', path: 'exception.values.1.value', when: {} },
      ],
    });
    judge(policy, 'event', {
      message: 'widget of a@shop.test, KD-12345678',
      exception: { values: [{ value: 'linked' }, { type: 'T', value: 'hidden' }] },
    });
    expect(policy.recent()[0]?.payload).toEqual({
      message: 'widget of [Filtered], [Filtered]',
      exception: { values: [{}, { type: 'T', value: '[Filtered]' }] },
    });
  });

  it.each([[false], [{ dryRun: true }]] as const)(
    'are without secrets even if the document keeps them: %j',
    (scrub) => {
      const policy = start({ scrub });
      judge(policy, 'event', { message: 'a@shop.test' }, `${CHROME} (a@shop.test)`);
      expect(JSON.stringify(policy.recent())).not.toContain('a@shop');
    },
  );

  it('follow the document in force', () => {
    const policy = start();
    policy.use({ version: 1, scrub: { parameters: ['invite_id'] }, rules: [dropWidget] });
    judge(policy, 'event', { message: 'widget', tags: { invite_id: 'abc' } });
    expect(policy.recent()).toMatchObject([
      { outcome: 'dropped', rule: 'chat-widget', payload: { tags: { invite_id: '[Filtered]' } } },
    ]);
  });

  it('leave out recordings, metrics and what is no JSON', () => {
    const policy = start();
    judge(policy, 'trace_metric', { items: [] });
    judge(policy, 'event', 'text');
    judge(policy, 'replay_event', { replay_id: 'a', urls: ['https://shop.test/'] }, undefined);
    expect(policy.recent()).toMatchObject([{ type: 'replay_event' }]);
  });

  it('do not count for the rules', () => {
    const policy = start({ rules: [{ id: 'customer', action: 'scrub', form: 'KD', when: {} }] });
    judge(policy, 'event', { message: 'KD' });
    expect(policy.report().counts['customer']).toBe(1);
  });
});
