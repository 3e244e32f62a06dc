import { nearestName } from './nearest-name.ts';
import type { PolicyProblem } from './policy-error.ts';

/** Most faults that are reported. */
const MAX_PROBLEMS = 20;

/** Longest part of a value in a message, in characters. */
const SHOWN_LENGTH = 100;

/** Most known names that a message lists. */
const MAX_LISTED = 20;

/** A JSON object. */
export type Fields = Readonly<Record<string, unknown>>;

/** Collects the faults of a document. */
export interface Problems {
  readonly found: readonly PolicyProblem[];
  readonly report: (path: string, message: string) => void;
  /** Whether no more faults are collected; checks of lists end then. */
  readonly isFull: () => boolean;
}

/** Reports the faults of a value. */
export type Check = (value: unknown, path: string) => void;

/** Creates {@link Problems}. */
export function createProblems(): Problems {
  const found: PolicyProblem[] = [];
  const isFull = (): boolean => found.length >= MAX_PROBLEMS;
  return {
    found,
    isFull,
    report: (path, message) => {
      if (!isFull()) found.push({ path, message });
    },
  };
}

/** Returns one short line for a value. */
export function show(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  if (typeof value !== 'string') return value === undefined ? 'missing' : String(value);
  return JSON.stringify(value.slice(0, SHOWN_LENGTH));
}

/** Reports a value with what is accepted instead. */
export function refuse(problems: Problems, path: string, value: unknown, accepted: string): void {
  problems.report(path, `is ${show(value)}; accepted: ${accepted}`);
}

/** Returns whether a value is an object; a list is none. */
export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The place of a field. Names that are no identifier are quoted and cut off, so that a message stays one short line. */
export function fieldPath(path: string, name: string): string {
  if (!/^[$\w-]{1,64}$/.test(name)) return `${path}[${show(name)}]`;
  return path === '' ? name : `${path}.${name}`;
}

/** Checks an object with these fields and no others. A field that must be there has a check for `undefined` of its own. */
export function fieldsOf(problems: Problems, checks: Readonly<Record<string, Check>>): Check {
  const names = Object.keys(checks);
  return (value, path) => {
    if (!isFields(value)) return refuse(problems, path, value, 'an object');
    for (const name of Object.keys(value)) {
      if (problems.isFull()) return;
      if (!Object.hasOwn(checks, name))
        problems.report(fieldPath(path, name), `is not known${didYouMean(name, names)}`);
    }
    for (const [name, check] of Object.entries(checks)) {
      check(Object.hasOwn(value, name) ? value[name] : undefined, fieldPath(path, name));
    }
  };
}

/** The end of a message about a name that is not known. */
function didYouMean(name: string, known: readonly string[]): string {
  const nearest = nearestName(name, known);
  if (nearest !== undefined) return `; did you mean ${show(nearest)}?`;
  return known.length > MAX_LISTED ? '' : `; known: ${known.join(', ')}`;
}

/** A field that may be left out. */
export const optional =
  (check: Check): Check =>
  (value, path) => {
    if (value !== undefined) check(value, path);
  };

/** A list with a number of elements in a range. */
export function listOf(problems: Problems, check: Check, least: number, most: number): Check {
  return (value, path) => {
    if (!Array.isArray(value)) return refuse(problems, path, value, 'a list');
    if (value.length < least) return problems.report(path, `is empty; accepted: at least ${least} element`);
    if (value.length > most)
      return problems.report(path, `has ${value.length} elements; accepted: at most ${most}`);
    for (const [index, element] of value.entries()) {
      if (problems.isFull()) return;
      check(element, `${path}[${index}]`);
    }
  };
}

/** A text that is not empty. */
export function textUpTo(problems: Problems, most: number): Check {
  return (value, path) => {
    if (typeof value !== 'string' || value === '')
      return refuse(problems, path, value, `a text of 1 to ${most} characters`);
    if (value.length > most)
      problems.report(path, `has ${value.length} characters; accepted: at most ${most}`);
  };
}

/** `true` or `false`. */
export function flag(problems: Problems): Check {
  return (value, path) => {
    if (typeof value !== 'boolean') refuse(problems, path, value, 'true or false');
  };
}

/** A share from 0 to 1. */
export function share(problems: Problems): Check {
  return (value, path) => {
    if (typeof value !== 'number' || !(value >= 0 && value <= 1))
      refuse(problems, path, value, 'a number from 0 to 1');
  };
}

/** A whole number from 0 on. */
export function wholeNumber(problems: Problems, most: number): Check {
  return (value, path) => {
    if (!Number.isInteger(value) || Number(value) < 0 || Number(value) > most)
      refuse(problems, path, value, `a whole number from 0 to ${most}`);
  };
}

/** One of these names. */
export function nameOf(problems: Problems, known: readonly string[]): Check {
  return (value, path) => {
    if (typeof value !== 'string') return refuse(problems, path, value, `one of ${known.join(', ')}`);
    if (!known.includes(value))
      problems.report(path, `is ${show(value)}, which is not known${didYouMean(value, known)}`);
  };
}
