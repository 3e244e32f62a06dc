import { parseItemHeader } from './item-header.ts';

const parse = (line: string): ReturnType<typeof parseItemHeader> => parseItemHeader(Buffer.from(line));

const BARE = {
  type: 'log',
  length: undefined,
  itemCount: undefined,
  attachmentType: undefined,
  contentType: undefined,
  platform: undefined,
};

describe('parseItemHeader', () => {
  it('reads the fields that the tunnel uses', () => {
    expect(
      parse(
        '{"type":"attachment","length":12,"item_count":3,"attachment_type":"event.minidump","content_type":"text/plain","platform":"node","filename":"a.dmp"}',
      ),
    ).toEqual({
      type: 'attachment',
      length: 12,
      itemCount: 3,
      attachmentType: 'event.minidump',
      contentType: 'text/plain',
      platform: 'node',
    });
  });

  it('has no value for a field that is absent or null', () => {
    expect(parse('{"type":"log"}')).toEqual(BARE);
    expect(
      parse(
        '{"type":"log","length":null,"item_count":null,"attachment_type":null,"content_type":null,"platform":null}',
      ),
    ).toEqual(BARE);
  });

  it('keeps a length of 0 apart from none', () => {
    expect(parse('{"type":"event","length":0}')).toMatchObject({ length: 0 });
  });

  it.each([
    ['length', '4294967295', '4294967296'],
    ['length', '2.0', '2.5'],
    ['item_count', '0', '-1'],
    ['item_count', '1', '"1"'],
    ['attachment_type', '""', '0'],
    ['content_type', '""', '[]'],
    ['platform', '""', 'false'],
    // Left to ingest.
    ['routing_hint', '7', undefined],
    ['sampled', 'null', undefined],
  ])('accepts %s %s and refuses %s', (field, right, wrong) => {
    expect(parse(`{"type":"log","${field}":${right}}`)).toMatchObject({ type: 'log' });
    if (wrong !== undefined) expect(parse(`{"type":"log","${field}":${wrong}}`)).toBe('item-malformed');
  });

  it.each(['type', 'length', 'item_count', 'attachment_type', 'content_type', 'platform'])(
    'refuses a second %s, also behind an escape',
    (field) => {
      const value = field === 'type' ? '"event"' : 'null';
      const type = field === 'type' ? '' : '"type":"event",';
      const escaped = `\\u00${field.charCodeAt(0).toString(16)}${field.slice(1)}`;

      expect(parse(`{${type}"${field}":${value}}`)).toMatchObject({ type: 'event' });
      expect(parse(`{${type}"${field}":${value},"${field}":${value}}`)).toBe('item-malformed');
      expect(parse(`{${type}"${escaped}":${value},"${field}":${value}}`)).toBe('item-malformed');
    },
  );

  it.each([
    ['', 'item-truncated'],
    [' \t\r', 'item-truncated'],
    ['{}', 'item-malformed'],
    ['{"type":null}', 'item-malformed'],
    ['null', 'item-malformed'],
    ['["event"]', 'item-malformed'],
    ['{"type":"event"', 'item-malformed'],
    ['{"type":"event"}{}', 'item-malformed'],
    ['{"type":"integration"}', 'item-internal'],
    ['{"type":"integration"}\r', 'item-internal'],
    ['{"type":"event"}\r', 'newline-missing'],
    ['{"type":"event"} ', 'newline-missing'],
  ])('answers %j with %s', (line, fault) => {
    expect(parse(line)).toBe(fault);
  });

  it('accepts white space before the object', () => {
    expect(parse(' \t\r{"type":"event"}')).toMatchObject({ type: 'event' });
  });
});
