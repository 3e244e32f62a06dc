import { createLog, describeError, type LogLevel } from './log.ts';

const linesOf = (level: LogLevel | undefined, fields?: Record<string, string | number | undefined>) => {
  const lines: string[] = [];
  const log = createLog({
    write: (line) => lines.push(line),
    now: () => 0,
    ...(level && { level }),
    ...(fields && { fields }),
  });
  return { log, lines };
};

describe('createLog', () => {
  it('writes one JSON object a line', () => {
    const { log, lines } = linesOf(undefined, { worker: 2 });
    log.info('started', { url: 'http://127.0.0.1:1/t', none: undefined, names: ['a'] });

    expect(lines).toEqual([
      '{"time":"1970-01-01T00:00:00.000Z","level":"info","event":"started","worker":2,"url":"http://127.0.0.1:1/t","names":["a"]}\n',
    ]);
  });

  it.each([
    ['info', ['error', 'warn', 'info']],
    ['warn', ['error', 'warn']],
    ['error', ['error']],
  ] as const)('writes from the level %s on', (level, expected) => {
    const { log, lines } = linesOf(level);
    log.info('i');
    log.warn('w');
    log.error('e');

    expect(lines.map((line) => (JSON.parse(line) as { level: string }).level).sort()).toEqual(
      [...expected].sort(),
    );
  });

  it('removes keys from every string', () => {
    const { log, lines } = linesOf(undefined);
    log.warn('w', { cause: 'https://hunter2@host/1', list: ['0123456789abcdef0123456789abcdef'] });

    expect(lines.join('')).toContain('"cause":"https://…@host/1","list":["…"]');
  });

  it('writes one line whatever a field contains', () => {
    const { log, lines } = linesOf(undefined);
    log.warn('w', { cause: 'a\nb' });

    expect(lines.join('').split('\n')).toHaveLength(2);
  });

  it('shortens long texts and lists, without cutting a key in half', () => {
    const lines: string[] = [];
    const log = createLog({ write: (line) => lines.push(line) });
    const key = '0123456789abcdef0123456789abcdef';
    log.warn('w', {
      cause: `${'a '.repeat(495)}${key} more`,
      details: Array.from({ length: 500 }, () => 'd'),
    });
    const { cause, details } = JSON.parse(lines[0]!) as { cause: string; details: string[] };

    expect(cause).toBe(`${'a '.repeat(495)}…`);
    expect([details.length, details.at(-1)]).toEqual([21, 'and 480 more']);
  });

  it('uses the system clock by default', () => {
    const lines: string[] = [];
    createLog({ write: (line) => lines.push(line) }).info('now');
    const { time } = JSON.parse(lines[0]!) as { time: string };

    expect(Math.abs(Date.parse(time) - Date.now())).toBeLessThan(5_000);
  });
});

describe('describeError', () => {
  it.each([
    [Object.assign(new Error('connect refused'), { code: 'ECONNREFUSED' }), 'ECONNREFUSED: connect refused'],
    [new TypeError('a\n b'), 'TypeError: a b'],
    [new RangeError(), 'RangeError'],
    [new Error('plain'), 'plain'],
    ['text', 'text'],
    [undefined, 'undefined'],
  ])('describes %p', (error, expected) => {
    expect(describeError(error)).toBe(expected);
  });

  it('shortens long messages', () => {
    expect(describeError(new Error('x'.repeat(10_000)))).toHaveLength(500);
  });
});
