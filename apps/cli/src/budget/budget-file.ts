import { UsageError } from '../options.ts';

/** The limits of an application. */
export interface Limits {
  /** Bytes of scripts of the first page, as transferred. Without it, they are only reported. */
  readonly scriptBytes: number | undefined;
  /** Prefetches of a page at rest. Default 70: the router's 50 guesses at once, and two a second for ten seconds. */
  readonly prefetches: number;
  /** The number of links of the first page that are clicked. Default 3. */
  readonly links: number;
  /** The pages that are opened. Default the start page. At most 10. */
  readonly paths: readonly string[];
}

/** The name of the file, in the folder of the application. */
export const BUDGET_FILE = 'adit-budget.json';

const DEFAULTS: Limits = { scriptBytes: undefined, prefetches: 70, links: 3, paths: ['/'] };

const MAX_PATHS = 10;

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;

const isPaths = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.length <= MAX_PATHS &&
  value.every((path) => typeof path === 'string' && /^\/(?!\/)/.test(path));

const RULES: Readonly<Record<keyof Limits, readonly [(value: unknown) => boolean, string]>> = {
  scriptBytes: [isCount, 'a number of bytes'],
  prefetches: [isCount, 'a number of requests'],
  links: [isCount, 'a number of links'],
  paths: [isPaths, `up to ${MAX_PATHS} paths that begin with a slash`],
};

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`${BUDGET_FILE} is not valid JSON`);
  }
}

function check(values: object): void {
  for (const [key, value] of Object.entries(values)) {
    if (!Object.hasOwn(RULES, key))
      throw new UsageError(`${BUDGET_FILE}: ${key} is unknown; use ${Object.keys(RULES).join(', ')}`);
    const [isValid, words] = RULES[key as keyof Limits];
    if (!isValid(value)) throw new UsageError(`${key} must be ${words}, not ${JSON.stringify(value)}`);
  }
}

/**
 * The limits in the text of a budget file, `undefined` if there is none. Paths of the command line replace those of the
 * file.
 *
 * @throws UsageError if a value is invalid, or a key unknown
 */
export function readLimits(text: string | undefined, paths: readonly string[]): Limits {
  const values = text === undefined ? {} : parse(text);
  if (typeof values !== 'object' || values === null || Array.isArray(values))
    throw new UsageError(`${BUDGET_FILE} must be an object`);
  const given = { ...values, ...(paths.length > 0 && { paths }) };
  check(given);
  return { ...DEFAULTS, ...given };
}

/** Room for the words that differ from build to build, such as a release. */
const ROOM = 1.02;

/** The text of the budget file with a measured number of bytes, plus 2 %, in thousands. Other values stay. */
export function writeLimits(text: string | undefined, scriptBytes: number): string {
  const values = text === undefined ? {} : (parse(text) as object);
  const budget = Math.ceil((scriptBytes * ROOM) / 1_000) * 1_000;
  return `${JSON.stringify({ ...values, scriptBytes: budget }, undefined, 2)}\n`;
}
