import { ConfigError } from './config-error.ts';
import { parseCommandLine } from './command-line.ts';
import { SETTING_ROWS, flagOf } from './settings.ts';

const flagsOf = (...args: string[]): Record<string, string> => {
  const command = parseCommandLine(args);
  return command.kind === 'start' ? Object.fromEntries(command.flags) : {};
};

describe('parseCommandLine', () => {
  it('accepts a flag for every variable', () => {
    const args = SETTING_ROWS.flatMap(({ name }, index) =>
      index % 2 === 0 ? [flagOf(name), name] : [`${flagOf(name)}=${name}`],
    );

    expect(flagsOf(...args)).toEqual(Object.fromEntries(SETTING_ROWS.map(({ name }) => [name, name])));
    expect(flagOf('ADIT_SPOOL_MAX_BYTES')).toBe('--adit-spool-max-bytes');
  });

  it('starts without arguments, and uses the last value of a repeated flag', () => {
    expect(parseCommandLine([])).toEqual({ kind: 'start', flags: new Map() });
    expect(flagsOf('--port', '1', '--port=2', '--')).toEqual({ PORT: '2' });
  });

  it('accepts a value that begins with a dash', () => {
    expect(flagsOf('--adit-admin-port', '-1', '--adit-path=--x')).toEqual({
      ADIT_ADMIN_PORT: '-1',
      ADIT_PATH: '--x',
    });
  });

  it.each([
    [['--help'], 'help'],
    [['-h'], 'help'],
    [['--version'], 'version'],
    [['--nonsense', '--version', '--help'], 'help'],
  ])('reads %j as %s', (args, kind) => {
    expect(parseCommandLine(args)).toEqual({ kind });
  });

  it.each([
    [['--dsn', 'x'], 'Flag "--dsn" is unknown; --help lists the flags.'],
    [
      ['--adit-spol=off'],
      'Flag "--adit-spol" is unknown (did you mean --adit-spool?); --help lists the flags.',
    ],
    [['-p', '80'], 'Flag "-p" is unknown; --help lists the flags.'],
    [['start'], 'Argument "start" is not a flag; --help lists the flags.'],
    [['--port'], 'Flag --port has no value; --help lists the flags.'],
    [['--port', '--host', 'x'], 'Flag --port has no value; --help lists the flags.'],
    [['https://hunter2@host/1'], 'Argument "https://…@host/1" is not a flag; --help lists the flags.'],
    [['--dsn=https://hunter2@host/1'], 'Flag "--dsn" is unknown; --help lists the flags.'],
    [['--https://hunter2@host/1'], 'Flag "…@host/1" is unknown; --help lists the flags.'],
  ])('stops at %j with one line', (args, message) => {
    expect(() => parseCommandLine(args)).toThrow(new ConfigError(message));
  });
});
