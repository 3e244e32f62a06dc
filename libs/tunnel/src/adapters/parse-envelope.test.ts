import { serializeEnvelope, type Envelope } from '@sentry/core';
import { parseEnvelope } from './parse-envelope.ts';

const bytesOf = (envelope: Envelope): Uint8Array => {
  const written = serializeEnvelope(envelope);
  return typeof written === 'string' ? new TextEncoder().encode(written) : written;
};

describe('parseEnvelope', () => {
  it.each<[string, unknown]>([
    ['no item', [{ sent_at: '2026-01-02T03:04:05.000Z' }, []]],
    ['an event', [{ event_id: 'a' }, [[{ type: 'event' }, { message: 'ü' }]]]],
    ['a client report', [{}, [[{ type: 'client_report' }, { discarded_events: [] }]]]],
    [
      'an event and attachments with any bytes, or none',
      [
        {},
        [
          [{ type: 'event' }, { message: 'x' }],
          [{ type: 'attachment', length: 4 }, Uint8Array.of(10, 0, 255, 10)],
          [{ type: 'attachment', length: 0 }, new Uint8Array(0)],
        ],
      ],
    ],
  ])('gives the SDK the same bytes to send for %s', (_what, envelope) => {
    const bytes = bytesOf(envelope as Envelope);
    expect(bytesOf(parseEnvelope(bytes) as unknown as Envelope)).toEqual(bytes);
  });

  it('takes what the tunnel has changed: items with a length', () => {
    const text =
      '{}\n{"type":"log","item_count":1,"length":13}\n{"items":[1]}\n{"type":"event","length":2}\n{}';
    const parsed = parseEnvelope(new TextEncoder().encode(text));
    expect(new TextDecoder().decode(bytesOf(parsed as unknown as Envelope))).toBe(text);
  });
});
