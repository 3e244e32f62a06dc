import { saidInAnswer } from './said-by-ingest.ts';

const said = (status: number, body: unknown): string | undefined =>
  saidInAnswer(status, Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)));

const DETAIL = 'event submission rejected';

describe('saidInAnswer', () => {
  it('reads what Relay says, with its causes', () => {
    const causes = ['invalid event envelope', 'missing field'];
    expect(said(400, { detail: DETAIL, causes })).toBe(
      'event submission rejected: invalid event envelope: missing field',
    );
    expect(said(403, { detail: DETAIL })).toBe(DETAIL);
  });

  it.each([200, 302, 429])('says nothing of an answer of %d (control)', (status) => {
    expect(said(status, { detail: DETAIL })).toBeUndefined();
  });

  it.each([
    '',
    'no JSON',
    '<p>',
    'null',
    '7',
    '[]',
    '{}',
    '{"detail":{"a":1},"causes":"x"}',
    '{"detail":"\\n"}',
  ])('says nothing of the body %j', (body) => {
    expect(said(400, body)).toBeUndefined();
  });

  it('keeps it on one short line without control characters', () => {
    expect(said(400, { detail: 'a\r\n\u001b[31mb\u202ec\u2028d' })).toBe('a [31mb c d');
    expect(said(400, { detail: 'x'.repeat(1_000) })).toHaveLength(200);
  });

  it('does not read a large answer', () => {
    expect(said(400, { detail: DETAIL, rest: 'x'.repeat(4_096) })).toBeUndefined();
  });
});
