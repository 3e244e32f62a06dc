import { tablesOf } from '../figures/tables.ts';

/** The names in a document that may no longer exist. */
export interface Mentions {
  /** Environment variables. */
  readonly variables: readonly string[];
  /** Options in the first column of tables of options, such as `monitoring.rules`, part by part. */
  readonly options: readonly string[];
  /** Imported modules, such as `@adit/tunnel/node`. */
  readonly entryPoints: readonly string[];
  /** Flags of the commands `adit` and `adit-tunnel`. */
  readonly flags: readonly string[];
}

/** The names that exist. */
export interface Existing {
  readonly variables: ReadonlySet<string>;
  readonly options: ReadonlySet<string>;
  readonly entryPoints: ReadonlySet<string>;
  readonly flags: ReadonlySet<string>;
}

const VARIABLE = /\b(?:ADIT|SENTRY|NEXT_PUBLIC)_[A-Z0-9_]*[A-Z0-9]\b/g;
/** The path of a file in `node_modules` is none. */
const ENTRY_POINT = /(?<!node_modules\/)@adit\/[a-z-]+(?:\/[\w/*-]*[\w*](?:\.json\b)?)?/g;
const COMMAND = /(?:@adit\/cli|\badit(?:-tunnel)?) (?:[^\n`]*)/g;
const FLAG = /(?<=\s)--[a-z][a-z-]*/g;

const all = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([found]) => found);

/** The names in a Markdown document that must exist. */
export function mentionsOf(markdown: string): Mentions {
  const cells = tablesOf(markdown)
    .filter(({ columns }) => columns[0] === 'option')
    .flatMap(({ rows }) => rows.map(([first = '']) => first));
  const options = cells
    .flatMap((cell) => all(cell, /(?<=`)[\w.]+(?=[`(])/g))
    .flatMap((name) => name.split('.'));
  const flags = all(markdown, COMMAND).flatMap((command) => all(command, FLAG));
  return {
    variables: [...new Set(all(markdown, VARIABLE))],
    options: [...new Set(options)],
    entryPoints: [...new Set(all(markdown, ENTRY_POINT))],
    flags: [...new Set(flags)],
  };
}

/** The mentions of a document that do not exist, as `kind name`. */
export function goneOf(mentions: Mentions, existing: Existing): string[] {
  const exists = (kind: keyof Mentions, name: string): boolean =>
    existing[kind].has(name) ||
    // A pattern such as `./texts/plain/*` matches one file for each language.
    (kind === 'entryPoints' && existing[kind].has(name.replace(/[^/]+$/, '*')));
  const kinds = ['variables', 'options', 'entryPoints', 'flags'] as const;
  return kinds.flatMap((kind) =>
    mentions[kind].filter((name) => !exists(kind, name)).map((name) => `${kind} ${name}`),
  );
}
