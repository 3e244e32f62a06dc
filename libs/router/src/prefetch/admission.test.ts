import { createFakeClock } from '@adit/testing';
import { FAST } from '../../testing/conditions.helper.ts';
import type { PrefetchConditions } from './admission-rules.ts';
import { createAdmission, type AdmissionOptions, type AdmissionRequest } from './admission.ts';

const admissionWith = ({
  conditions = {},
  ...options
}: Partial<Omit<AdmissionOptions, 'conditions'>> & { conditions?: Partial<PrefetchConditions> } = {}) =>
  createAdmission({
    conditions: () => ({ ...FAST, ...conditions }),
    page: () => 'https://app.example/orders?sort=date#top',
    now: () => 0,
    ...options,
  });

const viewport = (path: string): AdmissionRequest => ({
  url: new URL(path, 'https://app.example').href,
  priority: 'viewport',
});
const intent = (path: string): AdmissionRequest => ({ ...viewport(path), priority: 'intent' });
const tap = (path: string): AdmissionRequest => ({ ...intent(path), tapped: true });

describe('what an address tells', () => {
  it.each([
    ['another page', 'https://app.example/a', undefined],
    ['another query', 'https://app.example/orders?sort=name', undefined],
    ['the same page', 'https://app.example/orders?sort=date', 'same-page'],
    ['another part of the same page', 'https://app.example/orders?sort=date#end', 'same-page'],
    ['another site', 'https://other.example/a', 'other-origin'],
    ['another port', 'https://app.example:8443/a', 'other-origin'],
    ['another protocol', 'http://app.example/a', 'other-origin'],
    ['an allowed site', 'https://static.example/a', undefined],
    ['mail', 'mailto:me@app.example', 'not-a-page'],
    ['a script', 'javascript:alert(1)', 'not-a-page'],
    ['a blob, whose origin is the page', 'blob:https://app.example/1', 'not-a-page'],
    ['nothing that parses', 'https://', 'not-a-page'],
    ['a path', '/a', 'not-a-page'],
  ])('%s: %s', (_what, url, reason) => {
    const admission = admissionWith({ allowedOrigins: ['https://static.example'] });
    expect(admission.decide({ url, priority: 'intent' })).toBe(reason);
  });

  it('25 the page is the one the visitor is on now', () => {
    let page = 'https://app.example/a';
    const admission = admissionWith({ page: () => page });
    expect(admission.decide(intent('/a'))).toBe('same-page');
    page = 'https://app.example/b';
    expect(admission.decide(intent('/a'))).toBeUndefined();
  });

  it('25 an opt-out is refused with its reason', () => {
    expect(admissionWith().decide({ ...tap('/a'), optOut: true })).toBe('opt-out');
  });
});

describe('what the host tells', () => {
  it.each([
    [{ bot: true }, 'bot', 'bot', 'bot'],
    [{ online: false }, 'offline', 'offline', 'offline'],
    [{ hidden: true }, 'hidden', 'hidden', 'hidden'],
    [{ saveData: true }, 'save-data', 'save-data', undefined],
    [{ effectiveType: 'slow-2g' }, 'slow-network', 'slow-network', undefined],
    [{ effectiveType: '2g' }, 'slow-network', 'slow-network', undefined],
    [{ effectiveType: '3g' }, 'slow-network', 'slow-network', undefined],
    [{ effectiveType: '4g' }, undefined, undefined, undefined],
    [{ effectiveType: undefined }, undefined, undefined, undefined],
  ])('22 23 %j: a guess %s, a hover %s, a tap %s', (conditions, guessed, hovered, tapped) => {
    const admission = admissionWith({ conditions });
    expect(admission.decide(viewport('/a'))).toBe(guessed);
    expect(admission.decide(intent('/b'))).toBe(hovered);
    expect(admission.decide(tap('/c'))).toBe(tapped);
    expect(admission.decide({ ...intent('/d'), priority: 'navigation' })).toBeUndefined();
  });

  it('which networks are slow is an option', () => {
    const admission = admissionWith({ conditions: { effectiveType: '3g' }, slowNetworks: ['2g'] });
    expect(admission.decide(viewport('/a'))).toBeUndefined();
  });

  it('is not asked about an address that is refused anyway', () => {
    const conditions = jest.fn(() => FAST);
    const admission = createAdmission({ conditions, page: () => 'https://app.example/', now: () => 0 });
    admission.decide(viewport('https://other.example/'));
    expect(conditions).not.toHaveBeenCalled();
    admission.decide(viewport('/a'));
    expect(conditions).toHaveBeenCalledTimes(1);
  });
});

describe('the kill switch', () => {
  it('refuses every prefetch and no navigation, and can be turned back', () => {
    let enabled = false;
    const admission = admissionWith({ enabled: () => enabled });
    expect(admission.decide(tap('/a'))).toBe('kill-switch');
    expect(admission.decide({ ...tap('/a'), priority: 'navigation' })).toBeUndefined();
    enabled = true;
    expect(admission.decide(tap('/a'))).toBeUndefined();
  });
});

describe('the session budget', () => {
  it('ends with its requests, for intents too', () => {
    const admission = admissionWith({ maxRequests: 2 });
    expect(['/a', '/b', '/c'].map((path) => admission.decide(intent(path)))).toEqual([
      undefined,
      undefined,
      'session-budget',
    ]);
    expect(admission.decide({ ...intent('/d'), priority: 'navigation' })).toBeUndefined();
    expect(admission.stats().requests).toBe(2);
  });

  it('ends with its bytes', () => {
    const admission = admissionWith({ maxBytes: 1_000 });
    admission.spent(999);
    expect(admission.decide(intent('/a'))).toBeUndefined();
    admission.spent(1);
    expect(admission.decide(intent('/b'))).toBe('session-budget');
    expect(admission.stats()).toEqual({ requests: 1, bytes: 1_000, refused: { 'session-budget': 1 } });
  });

  it('counts no refusal as a request', () => {
    const admission = admissionWith({ maxRequests: 1 });
    admission.decide(intent('mailto:a@b'));
    admission.decide({ ...intent('/a'), optOut: true });
    expect(admission.decide(intent('/a'))).toBeUndefined();
  });

  it('starts again with a new session', () => {
    const admission = admissionWith({ maxRequests: 1, maxBytes: 10, guessBurst: 1, maxRepeats: 1 });
    admission.decide(viewport('/a'));
    admission.spent(10);
    expect(admission.decide(viewport('/a'))).toBe('session-budget');
    admission.reset();
    expect(admission.stats()).toEqual({ requests: 0, bytes: 0, refused: {} });
    expect(admission.decide(viewport('/a'))).toBeUndefined();
  });
});

describe('the rate of guesses', () => {
  const admitted = (admission: ReturnType<typeof admissionWith>, count: number, from = 0): number =>
    Array.from({ length: count }, (_, index) => admission.decide(viewport(`/${from + index}`))).filter(
      (reason) => reason === undefined,
    ).length;

  it('lets every link of an ordinary page pass at once', () => {
    expect(admitted(admissionWith(), 50)).toBe(50);
  });

  it('lets 500 links make at most a fifth of their requests in ten seconds', async () => {
    const clock = createFakeClock();
    const admission = admissionWith({ now: clock.now });
    let requests = admitted(admission, 500);
    // The worst case: refused requests are repeated every tenth of a second.
    for (let tick = 0; tick < 100; tick += 1) {
      await clock.advance(100);
      requests += admitted(admission, 10, 1_000 + tick * 10);
    }
    expect(requests).toBe(90);
    expect(admission.decide(viewport('/late'))).toBe('rate');
  });

  it('fills up again, to the burst and no further', async () => {
    const clock = createFakeClock();
    const admission = admissionWith({ now: clock.now, guessBurst: 3, guessesPerSecond: 2 });
    expect(admitted(admission, 10)).toBe(3);
    await clock.advance(499);
    expect(admitted(admission, 10, 10)).toBe(0);
    await clock.advance(1);
    expect(admitted(admission, 10, 20)).toBe(1);
    await clock.advance(60_000);
    expect(admitted(admission, 10, 30)).toBe(3);
  });

  it('holds background guesses too, and no intent', () => {
    const admission = admissionWith({ guessBurst: 0 });
    expect(admission.decide({ ...viewport('/a'), priority: 'background' })).toBe('rate');
    expect(admission.decide(intent('/a'))).toBeUndefined();
  });
});

describe('the breaker for storms', () => {
  const asks = (admission: ReturnType<typeof admissionWith>, count: number, path = '/a') =>
    Array.from({ length: count }, () => admission.decide(intent(path)));

  it('stops an address that is asked for again and again, and no other', () => {
    const admission = admissionWith();
    expect(asks(admission, 7)).toEqual([...Array<undefined>(5), 'storm', 'storm']);
    expect(asks(admission, 1, '/b')).toEqual([undefined]);
    expect(admission.decide(intent('/a#part'))).toBe('storm');
    expect(admission.stats().requests).toBe(6);
  });

  it('refuses until the address was quiet', async () => {
    const clock = createFakeClock();
    const admission = admissionWith({ now: clock.now, maxRepeats: 2, repeatWindowMs: 1_000 });
    asks(admission, 2);
    for (let tick = 0; tick < 10; tick += 1) {
      await clock.advance(400);
      expect(asks(admission, 1)).toEqual(['storm']);
    }
    await clock.advance(1_000);
    expect(asks(admission, 1)).toEqual([undefined]);
  });

  it('lets pass what repeats at leisure', async () => {
    const clock = createFakeClock();
    const admission = admissionWith({ now: clock.now, maxRepeats: 2, repeatWindowMs: 1_000 });
    for (let tick = 0; tick < 10; tick += 1) {
      expect(asks(admission, 1)).toEqual([undefined]);
      await clock.advance(501);
    }
  });

  it('costs no token of the rate', () => {
    const admission = admissionWith({ guessBurst: 3, maxRepeats: 1 });
    const decisions = [...Array<string>(9).fill('/a'), '/b', '/c', '/d'].map((path) =>
      admission.decide(viewport(path)),
    );
    expect(decisions.filter((reason) => reason === undefined)).toHaveLength(3);
    expect(decisions.at(-1)).toBe('rate');
  });

  it('remembers a bounded number of addresses, those asked for lately', () => {
    const admission = admissionWith({ maxRepeats: 1, maxTracked: 2 });
    asks(admission, 1, '/a');
    asks(admission, 1, '/b');
    expect(asks(admission, 1, '/a')).toEqual(['storm']);
    asks(admission, 1, '/c');
    expect(asks(admission, 1, '/a')).toEqual(['storm']);
    expect(asks(admission, 1, '/b')).toEqual([undefined]);
  });
});

describe('createAdmission', () => {
  it('counts refusals by reason', () => {
    const admission = admissionWith({ guessBurst: 0 });
    admission.decide(viewport('/a'));
    admission.decide(viewport('/b'));
    admission.decide(viewport('mailto:a@b'));
    expect(admission.stats().refused).toEqual({ rate: 2, 'not-a-page': 1 });
  });

  it.each([
    ['maxRequests', -1, 'maxRequests is -1; accepted: an integer of at least 0'],
    ['maxBytes', 0.5, 'maxBytes is 0.5; accepted: an integer of at least 0'],
    ['guessBurst', NaN, 'guessBurst is NaN; accepted: an integer of at least 0'],
    ['guessesPerSecond', -4, 'guessesPerSecond is -4; accepted: an integer of at least 0'],
    ['maxRepeats', 0, 'maxRepeats is 0; accepted: an integer of at least 1'],
    ['repeatWindowMs', 0, 'repeatWindowMs is 0; accepted: an integer of at least 1'],
    ['maxTracked', Infinity, 'maxTracked is Infinity; accepted: an integer of at least 1'],
  ])('refuses %s of %d', (option, value, message) => {
    expect(() => admissionWith({ [option]: value })).toThrow(new RangeError(message));
  });
});
