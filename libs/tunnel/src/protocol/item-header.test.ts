import { parseItemHeader } from './item-header.ts';

const parse = (line: string): ReturnType<typeof parseItemHeader> => {
  const bytes = new TextEncoder().encode(line);
  return parseItemHeader(bytes, 0, bytes.length);
};

describe('parseItemHeader', () => {
  it('reads what the tunnel asks for', () => {
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

  it('has nothing to say of what is absent or null', () => {
    const bare = {
      type: 'log',
      length: undefined,
      itemCount: undefined,
      attachmentType: undefined,
      contentType: undefined,
      platform: undefined,
    };

    expect(parse('{"type":"log"}')).toEqual(bare);
    expect(
      parse(
        '{"type":"log","length":null,"item_count":null,"attachment_type":null,"content_type":null,"platform":null,"filename":null,"meta_length":null,"routing_hint":null}',
      ),
    ).toEqual(bare);
  });

  it('keeps a length of 0 apart from none', () => {
    expect(parse('{"type":"event","length":0}')).toMatchObject({ length: 0 });
  });

  it('reads a part of the bytes only', () => {
    const bytes = new TextEncoder().encode('xx{"type":"event"}yy');

    expect(parseItemHeader(bytes, 2, 18)).toMatchObject({ type: 'event' });
  });

  it.each([
    ['length', '4294967295', '4294967296'],
    ['item_count', '4294967295', '4294967296'],
    ['meta_length', '4294967295', '4294967296'],
    ['item_count', '0', '-1'],
    ['attachment_type', '""', '0'],
    ['content_type', '""', '[]'],
    ['platform', '""', 'false'],
    ['filename', '""', '{}'],
    ['routing_hint', '"9ec79c33ec9942ab8353589fcb2e04dc"', '"9ec79c33"'],
    ['routing_hint', 'null', '7'],
    ['sampled', 'false', 'null'],
    ['metrics_extracted', 'true', '1'],
    ['spans_extracted', 'true', '"true"'],
    ['fully_normalized', 'false', '[]'],
    ['parent_id', '"x"', undefined],
  ])('takes a %s of %s, and none of %s', (field, right, wrong) => {
    expect(parse(`{"type":"log","${field}":${right}}`)).toMatchObject({ type: 'log' });
    if (wrong !== undefined) expect(parse(`{"type":"log","${field}":${wrong}}`)).toBe('item-malformed');
  });

  it.each([
    'type',
    'length',
    'item_count',
    'attachment_type',
    'content_type',
    'platform',
    'filename',
    'meta_length',
    'routing_hint',
    'sampled',
    'metrics_extracted',
    'spans_extracted',
    'fully_normalized',
  ])('refuses a second %s, also behind an escape', (field) => {
    const isFlag = /_extracted|_normalized|sampled/.test(field);
    const value = isFlag ? 'true' : field === 'type' ? '"event"' : 'null';
    const type = field === 'type' ? '' : '"type":"event",';
    const escaped = `\\u00${field.charCodeAt(0).toString(16)}${field.slice(1)}`;

    expect(parse(`{${type}"${field}":${value}}`)).toMatchObject({ type: 'event' });
    expect(parse(`{${type}"${field}":${value},"${field}":${value}}`)).toBe('item-malformed');
    expect(parse(`{${type}"${escaped}":${value},"${field}":${value}}`)).toBe('item-malformed');
  });

  it('takes an unknown key twice', () => {
    expect(parse('{"type":"event","x":1,"x":2}')).toMatchObject({ type: 'event' });
  });

  it.each([
    ['', 'item-truncated'],
    [' \t\r', 'item-truncated'],
    ['{}', 'item-malformed'],
    ['{"type":null}', 'item-malformed'],
    ['null', 'item-malformed'],
    ['["event"]', 'item-malformed'],
    ['{"type":"event"', 'item-malformed'],
    ['{"type":"integration"}', 'item-internal'],
    ['{"type":"integration"}\r', 'item-internal'],
    ['{"type":"event"}\r', 'newline-missing'],
    ['{"type":"event"} ', 'newline-missing'],
    ['{"type":"event"}{}', 'newline-missing'],
  ])('answers %j with %s', (line, fault) => {
    expect(parse(line)).toBe(fault);
  });

  it('takes white space before the object', () => {
    expect(parse(' \t\r{"type":"event"}')).toMatchObject({ type: 'event' });
  });
});
