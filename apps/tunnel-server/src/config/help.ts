import { FILE_VARIABLES, SETTING_ROWS, defaultOf, flagOf } from './settings.ts';

const EXAMPLE_DSN = 'https://0123456789abcdef0123456789abcdef@o450.ingest.sentry.io/4509';

const INTRODUCTION = `Receives Sentry envelopes on your own origin and forwards them, without noise and secrets, to the ingest of the DSNs you allow.

Usage: adit-tunnel [flags]

Each setting is an environment variable and a flag. The flag wins. A blank value counts as not set.
`;

const EXAMPLES = `Examples:
  ADIT_DSNS=${EXAMPLE_DSN} adit-tunnel
  adit-tunnel --adit-dsns "$SENTRY_DSN" --port 9000 --adit-spool disk:/var/lib/adit
  adit-tunnel --adit-workers 4 --adit-throttle 300/min --adit-trusted-proxies 10.0.0.0/8
  adit-tunnel --adit-dsns-file /run/secrets/dsns --adit-spool-file /run/secrets/redis --adit-limits-file /run/secrets/redis

Exit codes: 0 stopped, or printed help or version; 1 did not start, or did not stop cleanly; 78 invalid configuration;
130 and 143 stopped at once by a second signal, or during a start that hangs.
`;

/** Pads every column but the last to its widest cell. */
function table(rows: readonly (readonly [string, string, string, string])[]): string {
  const width = (column: number): number => Math.max(...rows.map((row) => String(row[column]).length));
  const [first, second, third] = [width(0), width(1), width(2)];
  return rows
    .map(([a, b, c, d]) => `  ${a.padEnd(first)}  ${b.padEnd(second)}  ${c.padEnd(third)}  ${d}`)
    .join('\n');
}

const PER_LINE = 4;

function wrap(names: readonly string[]): string {
  return names
    .map((name, index) => (index % PER_LINE === 0 ? `\n  ${name}` : ` ${name}`))
    .join('')
    .slice(1);
}

/** The output of `--help`. */
export function helpText(): string {
  const rows = SETTING_ROWS.map((setting): [string, string, string, string] => [
    setting.name,
    flagOf(setting.name),
    defaultOf(setting),
    setting.meaning.replaceAll('`', ''),
  ]);
  return [
    INTRODUCTION,
    table([['variable', 'flag', 'default', 'meaning'], ...rows]),
    `\n  --help (-h) and --version print and exit.\n`,
    `Secrets can be read from files, whose paths are in these variables and their flags:\n${wrap(FILE_VARIABLES)}\n`,
    EXAMPLES,
  ].join('\n');
}
