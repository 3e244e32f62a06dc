import { buildEnvelope, TEST_DSNS } from './envelope.ts';

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

describe('buildEnvelope', () => {
  it('writes the header, then each item with its length', () => {
    const bytes = buildEnvelope({
      dsn: TEST_DSNS.saas,
      header: { sent_at: '2026-01-01T00:00:00Z' },
      items: [{ type: 'event', payload: { message: 'é' }, header: { platform: 'javascript' } }],
    });
    expect(Buffer.from(bytes).toString()).toBe(
      [
        `{"dsn":"${TEST_DSNS.saas}","sent_at":"2026-01-01T00:00:00Z"}`,
        '{"type":"event","length":16,"platform":"javascript"}',
        '{"message":"é"}',
      ].join('\n'),
    );
  });

  it('keeps binary payloads byte for byte', () => {
    const payload = Uint8Array.from({ length: 256 }, (_, value) => value);
    const bytes = buildEnvelope({ items: [{ type: 'attachment', payload }] });
    expect(text(bytes)).toBe(`{}\n{"type":"attachment","length":256}\n${text(payload)}`);
  });

  it('leaves the length out on request', () => {
    const bytes = buildEnvelope({ items: [{ type: 'event', payload: '{}', implicitLength: true }] });
    expect(text(bytes)).toBe('{}\n{"type":"event"}\n{}');
  });
});
