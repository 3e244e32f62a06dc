import type { Event } from '@sentry/core';
import { ruleOf, type CorpusCase } from '../../testing/corpus.helper.ts';
import { NOISE_CORPUS } from '../../testing/noise-corpus.helper.ts';
import { CHUNK_LOAD_ERRORS, REAL_ERRORS } from '../../testing/real-errors.helper.ts';
import { HARMLESS, SECRETS } from '../../testing/secrets.helper.ts';
import { createPageJudge } from '../page/page-judge.ts';
import { createScrubber } from '../scrub/scrubber.ts';
import { createPolicy, type EnvelopeJudge, type Policy, type PolicyOptions } from './create-policy.ts';

const encoder = new TextEncoder();
const decoder = new TextDecoder();

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

interface Judged {
  /** The payload that is sent: the same text if nothing changed; `undefined` if it is dropped. */
  readonly payload: unknown;
  readonly isSame: boolean;
  readonly rules: Readonly<Record<string, number>>;
}

function open(policy: Policy, userAgent: string | undefined = CHROME, header: object = {}): EnvelopeJudge {
  return policy.open({
    header: encoder.encode(JSON.stringify(header)),
    sdk: { name: 'sentry.javascript.browser' },
    trace: (header as { trace?: unknown }).trace,
    project: '4509',
    userAgent,
  });
}

function judge(type: string, payload: unknown, options: PolicyOptions = {}, userAgent?: string): Judged {
  const verdict = open(createPolicy(options), userAgent).judge(
    { type },
    encoder.encode(typeof payload === 'string' ? payload : JSON.stringify(payload)),
  );
  const rules = Object.fromEntries((verdict?.dropped ?? []).map(({ reason, count }) => [reason, count]));
  if (verdict === undefined) return { payload, isSame: true, rules };
  const changed = verdict.payload && (JSON.parse(decoder.decode(verdict.payload)) as unknown);
  return { payload: changed, isSame: false, rules };
}

/** The event as a browser with a {@link PageJudge} sends it; `undefined` if that drops it. */
function sentBy({ event = {}, hint = {}, page, side }: CorpusCase): Event | undefined {
  const { processEvent } = createPageJudge({ disabled: [], dryRun: false, ...page });
  return processEvent({ ...event, platform: side === 'client' ? 'javascript' : 'node' }, hint) ?? undefined;
}

/** The rules by which the browser or the tunnel drops a case. */
function droppedBy(one: CorpusCase, prepare = (event: Event) => event): readonly string[] {
  const drops: string[] = [];
  const { event = {}, hint = {}, page } = one;
  createPageJudge({
    disabled: [],
    dryRun: false,
    ...page,
    onDrop: ({ ruleId }) => drops.push(ruleId),
  }).processEvent(event, hint);
  const sent = sentBy(one);
  return sent === undefined ? drops : Object.keys(judge(event.type ?? 'event', prepare(sent), own).rules);
}

/** The event with its frames as Sentry's SDK for Next writes them before it sends them, in a page of the same origin. */
function withAppFrames(event: Event): Event {
  const copy = structuredClone(event);
  copy.request ??= { url: `${ORIGIN}/` };
  const { origin } = new URL(copy.request.url ?? ORIGIN);
  for (const { stacktrace } of copy.exception?.values ?? [])
    for (const frame of stacktrace?.frames ?? [])
      if (frame.filename?.startsWith(`${origin}/`) === true)
        frame.filename = frame.filename.replace(origin, 'app://');
  return copy;
}

const ORIGIN = 'https://shop.test';
const own = { ingestOrigins: ['https://o450.ingest.sentry.io'] };
const events = (cases: readonly CorpusCase[]) =>
  cases.filter(({ event, side }) => event !== undefined && side === 'client');

describe('a policy judges what browsers send as the rules in the browser do', () => {
  it.each(events(NOISE_CORPUS).map((one) => [one.title, one] as const))('drops %s', (_title, one) => {
    expect(droppedBy(one)).toEqual([ruleOf(one)]);
    expect(droppedBy(one, withAppFrames)).toEqual([ruleOf(one)]);
  });

  it.each(events(REAL_ERRORS).map((one) => [one.title, one] as const))('keeps %s', (_title, one) => {
    expect(droppedBy(one)).toEqual([]);
    expect(droppedBy(one, withAppFrames)).toEqual([]);
  });

  it.each(CHUNK_LOAD_ERRORS.map((one) => [one.title, one] as const))('groups %s', (_title, one) => {
    expect(judge('event', sentBy(one)).payload).toMatchObject({
      fingerprint: ['chunk-load-error', expect.any(String)],
    });
  });

  it('takes the facts of the page out, and leaves the other contexts', () => {
    const event = { platform: 'javascript', contexts: { trace: { trace_id: 'a' }, adit: { leaving: true } } };
    expect(judge('event', event).payload).toEqual({
      platform: 'javascript',
      contexts: { trace: { trace_id: 'a' } },
    });
  });

  it.each(SECRETS)('writes an event with a secret of the kind %s as the browser does', (_kind, secret) => {
    const event = {
      message: `leaked: ${secret}`,
      request: { url: `https://shop.example/?q=${secret}` },
      extra: { note: [secret] },
    };
    const scrubbed = createScrubber().scrub(event);

    expect(judge('event', event)).toMatchObject({ payload: scrubbed, isSame: false });
    expect(JSON.stringify(judge('event', event).payload)).toBe(JSON.stringify(scrubbed));
  });

  it('leaves harmless text as it came', () => {
    for (const [text] of [...HARMLESS.map((one) => [one].flat())])
      expect(judge('event', { message: text })).toMatchObject({ isSame: true });
  });
});

describe('a policy', () => {
  const attribute = (value: unknown) => ({ value, type: typeof value });

  it('drops streamed spans with their children, and counts each', () => {
    const spans = [
      { span_id: 'b', name: 'child', attributes: { 'sentry.segment.id': attribute('a') } },
      { span_id: 'a', name: 'GET /404', is_segment: true, attributes: {} },
      {
        span_id: 'c',
        name: 'GET /shop',
        is_segment: true,
        attributes: { 'url.full': attribute('https://a.example/?token=abc') },
      },
    ];
    const { payload, rules } = judge('span', { items: spans });

    expect(rules).toEqual({ 'not-found-page-transaction': 2 });
    expect(payload).toMatchObject({
      items: [{ span_id: 'c', attributes: { 'url.full': { value: 'https://a.example/?token=[Filtered]' } } }],
    });
  });

  it('leaves a container that no rule changes as it came', () => {
    expect(judge('span', { items: [{ name: 'GET /shop', is_segment: true }, null, 7] }).isSame).toBe(true);
    expect(judge('log', { items: [{ body: 'hello', attributes: {} }] }).isSame).toBe(true);
    expect(judge('log', { items: [] }).isSame).toBe(true);
  });

  it.each([
    ['event', { message: 'a', platform: 'javascript' }],
    ['transaction', { transaction: '/', type: 'transaction', platform: 'javascript' }],
    ['log', { items: [{ body: 'a' }] }],
    ['span', { items: [{ name: 'a' }] }],
  ])('drops the %s of a crawler, by the agent of its request', (type, payload) => {
    const bot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
    expect(judge(type, payload, {}, bot)).toMatchObject({ payload: undefined, rules: { bot: 1 } });
    expect(judge(type, payload, { document: { version: 1, noise: { disabled: ['bot'] } } }, bot).isSame).toBe(
      true,
    );
    expect(judge(type, payload, { document: { version: 1, noise: { dryRun: true } } }, bot).isSame).toBe(
      true,
    );
  });

  it('does not take an SDK for a crawler', () => {
    expect(judge('event', { message: 'a', platform: 'python' }, {}, 'python-requests/2.32').isSame).toBe(
      true,
    );
    expect(
      judge(
        'event',
        { message: 'a', platform: 'node' },
        {},
        'Googlebot/2.1 (+http://www.google.com/bot.html)',
      ).isSame,
    ).toBe(true);
  });

  it.each(['', '{', '[]', '7', 'null', '"text"'])(
    'lets a payload pass that is no object of JSON: %j',
    (text) => {
      for (const type of ['event', 'span', 'feedback']) expect(judge(type, text).isSame).toBe(true);
    },
  );

  it.each(['feedback', 'replay_event', 'span', 'log', 'trace_metric'])(
    'removes secrets of a single %s',
    (type) => {
      expect(judge(type, { note: 'Bearer abcdefghijklmnopqrstuvwxyz012345' }).payload).toEqual({
        note: 'Bearer [Filtered]',
      });
    },
  );

  it('removes secrets of the trace in the header line', () => {
    const header = {
      dsn: 'https://a@b.example/1',
      trace: { transaction: '/reset?token=abc', public_key: 'a' },
    };
    const line = open(createPolicy(), CHROME, header).header;

    expect(JSON.parse(decoder.decode(line))).toEqual({
      ...header,
      trace: { ...header.trace, transaction: '/reset?token=[Filtered]' },
    });
    for (const trace of [{ transaction: '/' }, { transaction: 7 }, 'text', null])
      expect(open(createPolicy(), CHROME, { trace }).header).toBeUndefined();
    expect(
      open(createPolicy({ document: { version: 1, scrub: false } }), CHROME, header).header,
    ).toBeUndefined();
  });

  it('follows a document: rules of a team first, then noise, and secrets always', () => {
    const document = {
      version: 1,
      rules: [
        { id: 'own-checkout', action: 'keep', when: { url: '*/checkout*' } },
        { id: 'partner-widget', action: 'drop', when: { message: '*partner.js*' } },
        { id: 'one-issue', action: 'group', when: { exception: 'PaymentError' }, fingerprint: ['payment'] },
        { id: 'account', action: 'scrub', when: {}, path: 'extra.account' },
        { id: 'half', action: 'sample', rate: 1, when: { kind: 'log' } },
      ],
    } as const;
    const noise = {
      exception: { values: [{ type: 'Error', value: 'Script error.' }] },
      platform: 'javascript',
    };
    const judged = (event: object) => judge('event', event, { document });

    expect(judged(noise).rules).toEqual({ 'cross-origin-script-error': 1 });
    expect(
      judged({ ...noise, request: { url: 'https://a.example/checkout?token=abc' } }).payload,
    ).toMatchObject({
      request: { url: 'https://a.example/checkout?token=[Filtered]' },
    });
    expect(judged({ message: 'failed in partner.js' }).rules).toEqual({ 'partner-widget': 1 });
    expect(
      judged({ exception: { values: [{ type: 'PaymentError', value: 'x' }] }, extra: { account: 7 } })
        .payload,
    ).toMatchObject({
      fingerprint: ['payment'],
      extra: { account: '[Filtered]' },
    });
    for (const type of ['feedback', 'replay_event'])
      expect(
        judge(
          type,
          { message: 'a', contexts: { feedback: { message: 'partner.js' } } },
          {
            document: {
              version: 1,
              rules: [{ id: 'all', action: 'drop', when: { kind: ['feedback', 'replay'] } }],
            },
          },
        ).rules,
      ).toEqual({ all: 1 });
    expect(judge('log', { items: [{ body: 'a' }, { body: 'partner.js b' }] }, { document })).toMatchObject({
      payload: { items: [{ body: 'a' }] },
      rules: { 'partner-widget': 1 },
    });
  });

  it('says how many events a sampled one stands for', () => {
    const rules = [{ id: 'half', action: 'sample', rate: 0.5, when: {} }] as const;
    const results = Array.from({ length: 40 }, (_, index) =>
      judge('event', { event_id: index.toString(16).padStart(32, '0') }, { document: { version: 1, rules } }),
    );
    const kept = results.filter(({ payload }) => payload !== undefined);

    expect(kept.length).toBeGreaterThan(5);
    expect(kept.length).toBeLessThan(35);
    expect(kept[0]?.payload).toMatchObject({ tags: { 'adit.weight': '2' } });
  });

  it('shows no secrets in the titles of errors', () => {
    const policy = createPolicy();
    const value = 'Auth failed password=letmein secret=hunterhunter';
    open(policy).judge(
      { type: 'event' },
      encoder.encode(JSON.stringify({ exception: { values: [{ type: 'Error', value }] } })),
    );

    expect(policy.report().top).toMatchObject([{ seen: 1 }]);
    expect(JSON.stringify(policy.report())).not.toMatch(/letmein|hunter/);
  });

  it('tells why rules are there, which take something out, and what became of secrets', () => {
    const rule = { action: 'scrub', path: 'extra.a', when: {} } as const;
    const rules = [
      { ...rule, id: 'account', reason: 'No accounts' },
      { ...rule, id: 'trial', dryRun: true },
    ];
    const policy = createPolicy({ document: { version: 1, rules } });
    open(policy).judge({ type: 'event' }, encoder.encode('{"message":"to jane@shop.example"}'));
    const { reasons, scrubs, secrets } = policy.report();

    expect(reasons).toMatchObject({ account: 'No accounts', bot: 'The request came from a crawler' });
    expect(reasons).not.toHaveProperty('trial');
    expect(scrubs).toEqual(['account']);
    expect(secrets).toMatchObject({ effect: 'removed', counts: { email: 1, jwt: 0 } });

    const effectOf = (scrub: false | { dryRun: true }) => {
      policy.use({ version: 1, scrub });
      return policy.report().secrets;
    };
    expect(effectOf({ dryRun: true })).toMatchObject({ effect: 'counted', counts: { email: 0 } });
    expect(effectOf(false)).toEqual({ effect: 'kept', counts: {} });
  });

  it('refuses a wrong document, and keeps the former one', () => {
    const wrong = { version: 1, rules: [{ id: 'x', action: 'drop', when: { mesage: 'y' } }] } as never;
    const policy = createPolicy();

    expect(() => createPolicy({ document: wrong })).toThrow(/rules\[0\]\.when\.mesage is not known/);
    expect(() => policy.use(wrong)).toThrow(/mesage/);
    expect(open(policy).judge({ type: 'event' }, encoder.encode('{"message":"a"}'))).toBeUndefined();
  });

  it('puts another document in force for the next envelope', () => {
    const policy = createPolicy();
    const noise = encoder.encode(JSON.stringify({ exception: { values: [{ value: 'Script error.' }] } }));
    const before = open(policy);
    policy.use({ version: 1, noise: { disabled: ['cross-origin-script-error'] } });

    expect(before.judge({ type: 'event' }, noise)?.payload).toBeUndefined();
    expect(open(policy).judge({ type: 'event' }, noise)).toBeUndefined();
  });
});

describe('what the SDK of this process hands over', () => {
  const builtIn = { noise: { disabled: [] }, scrub: {} };
  const NOISE = { platform: 'javascript', exception: { values: [{ value: 'Script error.' }] } };
  const SECRET = { message: 'Bearer abcdefghijklmnopqrstuvwxyz012345', platform: 'node' };
  const legacy = { id: 'legacy', action: 'drop', when: { message: '*legacy*' } } as const;

  function openOwn(policy: Policy, isOwn = true) {
    const trace = { transaction: '/reset?token=abc' };
    const header = encoder.encode(JSON.stringify({ trace }));
    const opened = policy.open({ header, sdk: {}, trace, project: '1', userAgent: undefined, isOwn });
    return {
      header: opened.header,
      judge: (payload: unknown, type = 'event') =>
        opened.judge({ type }, encoder.encode(JSON.stringify(payload))),
    };
  }
  const policyOf = (
    parts: Omit<NonNullable<PolicyOptions['document']>, 'version'>,
    options: PolicyOptions = { appliedBySdk: builtIn },
  ): Policy => createPolicy({ document: { version: 1, ...builtIn, ...parts }, ...options });

  it('is not judged again by the built-in rules that the SDK has applied, nor scrubbed again', () => {
    const spans = { items: [{ span_id: 'a', name: 'GET /404', is_segment: true, attributes: {} }] };
    const own = openOwn(policyOf({ rules: [legacy] }));
    expect(own.header).toBeUndefined();
    expect([own.judge(NOISE), own.judge(SECRET), own.judge(spans, 'span')]).toEqual(Array(3).fill(undefined));
  });

  it.each<[string, Policy, boolean]>([
    ['of another client', policyOf({ rules: [legacy] }), false],
    ['of an SDK that may apply nothing', policyOf({ rules: [legacy] }, {}), true],
    ['if the document has settings of its own', policyOf({ noise: {}, scrub: { emails: false } }), true],
  ])('is judged by all rules and scrubbed %s', (_which, policy, isOwn) => {
    const { header, judge: judgeAs } = openOwn(policy, isOwn);
    expect(decoder.decode(header)).not.toContain('abc');
    expect(judgeAs(NOISE)?.dropped).toEqual([{ reason: 'cross-origin-script-error', count: 1 }]);
    expect(decoder.decode(judgeAs(SECRET)?.payload)).not.toContain('abcdef');
  });

  it('is scrubbed by a document that scrubs otherwise, without the built-in noise rules', () => {
    const own = openOwn(policyOf({ scrub: { parameters: ['code'] } }));
    expect(own.judge(NOISE)).toBeUndefined();
    expect(decoder.decode(own.judge(SECRET)?.payload)).not.toContain('abcdef');
  });

  it('is judged by the rules and budgets of the document, and counted once', () => {
    const policy = policyOf({ rules: [legacy], budgets: { first: 1, perMinute: 1, sampleOf: 0 } });
    const own = openOwn(policy);
    const event = { platform: 'node', message: 'the order failed' };
    expect(own.judge({ platform: 'node', message: 'a legacy job' })?.dropped).toEqual([
      { reason: 'legacy', count: 1 },
    ]);
    expect(own.judge(event)).toBeUndefined();
    expect(own.judge(event)?.dropped).toEqual([{ reason: 'budget:fingerprint', count: 1 }]);
    expect(policy.report()).toMatchObject({ counts: { legacy: 1 }, top: [{ seen: 2 }] });
  });

  it('is counted, but neither changed nor scrubbed again, if a document says nothing of its own', () => {
    let nowMs = 0;
    const policy = policyOf({}, { appliedBySdk: builtIn, budgetClock: { now: () => nowMs }, recent: true });
    const own = openOwn(policy);
    for (let hour = 0; hour < 2; hour += 1) {
      expect(own.judge({ platform: 'node', message: 'the order failed' })).toBeUndefined();
      expect(own.judge({ transaction: 'GET /cart' }, 'transaction')).toBeUndefined();
      nowMs += 3_600_000;
    }
    nowMs -= 3_600_000;
    const { suggestedPerDay, top } = policy.report();
    expect(top).toMatchObject([{ title: 'the order failed', seen: 2 }]);
    expect(suggestedPerDay).toBeGreaterThan(0);
    expect(policy.recent().map(({ type }) => type)).toEqual(['event', 'transaction']);
  });

  it('is read if a document says something of its own; otherwise of errors alone', () => {
    const policy = policyOf({});
    const parse = jest.spyOn(JSON, 'parse');
    openOwn(policy).judge({ transaction: 'GET /cart' }, 'transaction');
    expect(parse).not.toHaveBeenCalled();
    openOwn(policy).judge({ message: 'a legacy job' });
    expect(parse).toHaveBeenCalledTimes(1);
    policy.use({ version: 1, ...builtIn, rules: [legacy] });
    const own = openOwn(policy);
    expect(own.judge({ message: 'a legacy job' })?.payload).toBeUndefined();
    const write = jest.spyOn(JSON, 'stringify');
    const payload = encoder.encode('{"message":"another"}');
    write.mockClear();
    parse.mockClear();
    policy
      .open({ header: payload, sdk: {}, trace: {}, project: '1', userAgent: undefined, isOwn: true })
      .judge({ type: 'event' }, payload);
    expect([parse.mock.calls.length, write.mock.calls.length]).toEqual([1, 0]);
    parse.mockRestore();
    write.mockRestore();
  });
});
