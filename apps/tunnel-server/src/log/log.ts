import { isNativeError } from 'node:util/types';
import { SYSTEM_CLOCK } from '@adit/envelope';
import { redact } from './redact.ts';

/** Every {@link LogLevel}, most severe first. */
export const LOG_LEVELS = ['error', 'warn', 'info'] as const;

/** Severity of a line. */
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Fields of a line: numbers, names and counts; never payloads, keys or client addresses. */
export type LogFields = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

/** Writes one JSON object per line: `time`, `level`, `event`, then the fields. */
export interface Log {
  readonly error: (event: string, fields?: LogFields) => void;
  readonly warn: (event: string, fields?: LogFields) => void;
  readonly info: (event: string, fields?: LogFields) => void;
  /** Sets the lowest level that is written. */
  readonly setLevel: (level: LogLevel) => void;
}

/** Options of {@link createLog}. */
interface LogOptions {
  /** Receives each line, including the newline. */
  write: (line: string) => void;
  /** The lowest level that is written. Default `info`. */
  level?: LogLevel;
  /** Milliseconds since the epoch. Default: the system's clock. */
  now?: () => number;
  /** Fields of every line, such as the worker's number. */
  fields?: LogFields;
}

const SEVERITY = { error: 0, warn: 1, info: 2 } as const;

/** The longest text in a field, in characters. */
const MAX_TEXT_CHARS = 1_000;

/** The most texts in one field. */
const MAX_TEXTS = 20;

/** Cuts between words, because a part of a key would not be recognised as a key. */
const shorten = (text: string): string =>
  text.length > MAX_TEXT_CHARS ? `${text.slice(0, MAX_TEXT_CHARS).replace(/\S*$/, '')}…` : text;

/** Redacts credentials in strings, and shortens long strings and lists. */
const stripped = (_name: string, value: unknown): unknown => {
  if (typeof value === 'string') return redact(shorten(value));
  return Array.isArray(value) && value.length > MAX_TEXTS
    ? [...(value.slice(0, MAX_TEXTS) as unknown[]), `and ${value.length - MAX_TEXTS} more`]
    : value;
};

/** Creates a {@link Log}. */
export function createLog({
  write,
  level: firstLevel = 'info',
  now = SYSTEM_CLOCK.now,
  fields: always,
}: LogOptions): Log {
  let level = firstLevel;
  const at =
    (own: LogLevel) =>
    (event: string, fields?: LogFields): void => {
      if (SEVERITY[own] > SEVERITY[level]) return;
      const entry = { time: new Date(now()).toISOString(), level: own, event, ...always, ...fields };
      write(`${JSON.stringify(entry, stripped)}\n`);
    };
  return { error: at('error'), warn: at('warn'), info: at('info'), setLevel: (next) => (level = next) };
}

/** Returns an error's code or name and its message, on one line and without a stack. */
export function describeError(error: unknown): string {
  if (!isNativeError(error)) return String(error);
  const { code } = error as NodeJS.ErrnoException;
  const kind = code ?? (error.name === 'Error' ? '' : error.name);
  return [kind, error.message].filter(Boolean).join(': ').replace(/\s+/g, ' ').slice(0, 500);
}
