import type { Outcome, StoredOutcome } from '../index.ts';
import { noteSaid, saidBy, saidOf, type RejectionState } from './rejections.ts';

const HOUR_MS = 3_600_000;

const answered = (status: number): Outcome => ({ kind: 'forwarded', status, bytes: 1, durationMs: 1 });

function setUp() {
  const state: RejectionState = new Map();
  let nowMs = 0;
  return {
    state,
    at: (ms: number) => (nowMs = ms),
    say: (outcome: Outcome | StoredOutcome, project = 'h.example/42') => {
      const said = saidOf(outcome);
      return said && noteSaid(state, said, project, { nowMs, dsns: 'ADIT_DSNS' });
    },
  };
}

describe('what ingest says', () => {
  it.each<[number, string | undefined]>([
    [200, 'taken'],
    [202, 'taken'],
    [429, undefined],
    [301, 'answer'],
    [400, 'invalid'],
    [401, 'key'],
    [403, 'access'],
    [404, 'project'],
    [405, 'other'],
    [413, 'size'],
    [415, 'coding'],
    [500, 'error'],
    [508, 'loop'],
    [503, 'error'],
  ])('with %i is %s', (status, kind) => {
    const said = saidBy(status);
    expect(typeof said === 'object' ? said.kind : said).toBe(kind);
  });

  it.each<[Outcome | StoredOutcome, object | string | undefined]>([
    [answered(200), 'taken'],
    [answered(429), undefined],
    [{ kind: 'redelivered', status: 200, heldMs: 1 }, 'taken'],
    [
      { kind: 'spooled', status: 200, bytes: 1, cause: 'unavailable' },
      { kind: 'error', isKept: true },
    ],
    [{ kind: 'spooled', status: 200, bytes: 1, cause: 'unreachable' }, undefined],
    [
      { kind: 'given-up', cause: 'refused', status: 413, heldMs: 1 },
      { kind: 'stored', status: 413 },
    ],
    [{ kind: 'given-up', cause: 'expired', heldMs: 1 }, undefined],
    [{ kind: 'invalid-answer', status: 502, detail: '', durationMs: 1 }, { kind: 'answer' }],
    [{ kind: 'aborted', status: 400, detail: '' }, undefined],
  ])('of %j is %j', (outcome, said) => {
    const found = saidOf(outcome);
    if (typeof said === 'object') expect(found).toMatchObject(said);
    else expect(found).toBe(said);
  });
});

describe('the lines about rejections', () => {
  it('say what to do at once, then once an hour with the number since', () => {
    const { say, at } = setUp();
    const lines = [];
    for (let count = 0; count < 58; count += 1) {
      at(count * 1_000);
      lines.push(say(answered(401)));
    }
    at(HOUR_MS - 1);
    lines.push(say(answered(401)));
    expect(lines.filter(Boolean)).toEqual([
      {
        kind: 'key',
        project: 'h.example/42',
        status: 401,
        count: 1,
        message:
          'ingest answers 401 to project h.example/42: it does not know the key of the DSN. Check ADIT_DSNS. What it rejects is lost.',
      },
    ]);
    at(HOUR_MS);
    expect(say(answered(401))).toMatchObject({
      count: 59,
      message: expect.stringMatching(/is lost\. 60 so far\.$/) as string,
    });
  });

  it('are one for each kind and project', () => {
    const { say } = setUp();
    const statuses = [400, 401, 403, 404, 405, 413, 415, 500, 502];
    const kinds = ['h.example/42', 'h.example/43'].flatMap((project) =>
      [...statuses, ...statuses].map((status) => say(answered(status), project)?.kind),
    );
    expect(kinds.filter(Boolean)).toEqual(
      [1, 2].flatMap(() => ['invalid', 'key', 'access', 'project', 'other', 'size', 'coding', 'error']),
    );
  });

  it('say that what is stored is not lost, and that what was stored is', () => {
    const { say } = setUp();
    expect(say({ kind: 'spooled', status: 200, bytes: 1, cause: 'unavailable' })?.message).toBe(
      'ingest answers 5xx to project h.example/42: it has an error of its own. Look at its log. What it gets meanwhile is stored, and sent again.',
    );
    expect(say({ kind: 'given-up', cause: 'refused', heldMs: 1 })?.message).toMatch(
      /^ingest rejects stored envelopes of project h\.example\/42: .* What it rejects is lost\.$/,
    );
    const other = setUp();
    const line = other.say({ kind: 'given-up', cause: 'refused', status: 403, heldMs: 1 });
    expect(line).toMatchObject({ status: 403 });
    expect(line?.message).toMatch(/^ingest answers 403 to stored envelopes of project h\.example\/42: /);
  });

  it('say once that ingest takes envelopes again, with the number it has rejected', () => {
    const { say, at } = setUp();
    for (let count = 0; count < 3; count += 1) say(answered(403));
    at(5_000);
    const lines = [say(answered(200)), say(answered(200)), say(answered(200), 'h.example/43')];
    expect(lines).toEqual([
      {
        kind: 'accepted',
        project: 'h.example/42',
        status: undefined,
        count: 3,
        message: 'ingest takes envelopes of project h.example/42 again. It had rejected 3.',
      },
      undefined,
      undefined,
    ]);
  });

  it('say nothing of an end while ingest takes some and rejects others', () => {
    const { say, at } = setUp();
    const lines = [];
    for (let ms = 0; ms < HOUR_MS; ms += 1_000) {
      at(ms);
      lines.push(say(answered(403)), say(answered(200)));
    }
    expect(lines.filter(Boolean)).toHaveLength(1);
  });

  it('are at most two an hour for a project that fails again and again', () => {
    const { say, at } = setUp();
    const lines = [];
    for (let ms = 0; ms < HOUR_MS; ms += 20_000) {
      at(ms);
      lines.push(say(answered(500)));
      at(ms + 10_000);
      lines.push(say(answered(200)));
    }
    expect(lines.filter(Boolean).map((line) => line?.kind)).toEqual(['error', 'accepted']);
  });

  it.each([400, 413, 415])('do not say that ingest takes others again after %i to one', (status) => {
    const { say, at } = setUp();
    say(answered(status));
    at(60_000);
    expect(say(answered(200))).toBeUndefined();
  });

  it('do not say of a rate limit that ingest takes envelopes again', () => {
    const { say, at } = setUp();
    say(answered(401));
    at(60_000);
    expect(say(answered(429))).toBeUndefined();
  });

  it('have a bound: projects and kinds', () => {
    const { say, state } = setUp();
    for (let status = 200; status < 600; status += 1) say(answered(status));
    expect([state.size, state.get('h.example/42')?.size]).toEqual([1, 10]);
  });
});
