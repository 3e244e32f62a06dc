import { parseEnvelopeHeader } from './envelope-header.ts';
import { wrapEvent } from './wrap-event.ts';

const ID = '9ec79c33ec9942ab8353589fcb2e04dc';
const DASHED = '9ec79c33-ec99-42ab-8353-589fcb2e04dc';
const NEW_ID = '0'.repeat(32);

const wrap = (text: string): string | undefined => {
  const envelope = wrapEvent(Buffer.from(text), () => NEW_ID);
  return envelope && Buffer.from(envelope).toString();
};

describe('wrapEvent', () => {
  it.each([
    [`{"event_id":"${ID}"}`, ID, 'event'],
    [`{"event_id":"${DASHED}","type":"transaction"}`, DASHED, 'transaction'],
    [`{"type":"transaction","event_id":null}`, NEW_ID, 'transaction'],
    ['{"type":"default"}', NEW_ID, 'event'],
    ['{"type":7}', NEW_ID, 'event'],
    // Only its own fields name an event.
    [`{"extra":{"event_id":"x","type":"transaction"}}`, NEW_ID, 'event'],
    [' {\r\n"message": "ä\\n"\n} \n', NEW_ID, 'event'],
    ['{}', NEW_ID, 'event'],
  ])('keeps the bytes of %j and names it %s, as %s', (text, id, type) => {
    const envelope = wrap(text) ?? '';
    const [header = '', item = ''] = envelope.split('\n', 2);
    expect(parseEnvelopeHeader(Buffer.from(header))).toMatchObject({ eventId: id });
    expect(JSON.parse(item)).toEqual({ type, length: Buffer.byteLength(text) });
    expect(envelope.slice(header.length + item.length + 2)).toBe(text);
  });

  it.each([
    '',
    '[]',
    '"x"',
    '{',
    '{}{}',
    '{} x',
    '{"a":NaN}',
    '{"event_id":"x"}',
    '{"event_id":7}',
    `{"event_id":"${ID}\\n{}"}`,
  ])('makes nothing of %j', (text) => {
    expect(wrap(text)).toBeUndefined();
  });
});
