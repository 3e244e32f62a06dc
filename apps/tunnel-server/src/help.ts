import { SETTING_ROWS, defaultOf, flagOf } from './settings.ts';

const EXAMPLE_DSN = 'https://0123456789abcdef0123456789abcdef@o450.ingest.sentry.io/4509';

const INTRODUCTION = `Takes Sentry envelopes on your own origin and forwards them, byte for byte, to the ingest of the DSNs you allow.

Usage: adit-tunnel [flags]

Each setting is a variable of the environment and a flag; the flag wins. A blank value counts as missing.
`;

const EXAMPLES = `Examples:
  ADIT_DSNS=${EXAMPLE_DSN} adit-tunnel
  adit-tunnel --adit-dsns "$SENTRY_DSN" --port 9000 --adit-spool disk:/var/lib/adit
  adit-tunnel --adit-workers 4 --adit-throttle 300/min --adit-trusted-proxies 10.0.0.0/8

Exit codes: 0 stopped or helped, 1 could not start or did not stop cleanly, 78 wrong configuration,
130 and 143 cut short by a second signal.
`;

/** Columns as wide as what is widest in them, but for the last. */
function table(rows: readonly (readonly [string, string, string, string])[]): string {
  const width = (column: number): number => Math.max(...rows.map((row) => String(row[column]).length));
  const [first, second, third] = [width(0), width(1), width(2)];
  return rows
    .map(([a, b, c, d]) => `  ${a.padEnd(first)}  ${b.padEnd(second)}  ${c.padEnd(third)}  ${d}`)
    .join('\n');
}

/** What `--help` prints. */
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
    `\n  --help, -h and --version print and end.\n`,
    EXAMPLES,
  ].join('\n');
}
