import type { Text } from '../patterns/glob.ts';
import { textOf } from '../patterns/pattern.ts';
import type { Subject } from './subject.ts';

/** Reads one fact of a subject. */
type Reader = (subject: Subject) => string | undefined;

/** The facts that the rules of a set read. Each has a number. */
export interface FactNames {
  /** Returns the number of a fact; the same for the same key. */
  readonly numberOf: (key: string, read: Reader) => number;
  readonly readers: readonly Reader[];
}

/** The facts of one subject, by number. Each is read and brought into lower case at most once. */
export type Facts = (fact: number) => Text | undefined;

/** Creates {@link FactNames}. Their number is bounded by the rules. */
export function createFactNames(): FactNames {
  const numbers = new Map<string, number>();
  const readers: Reader[] = [];
  return {
    readers,
    numberOf: (key, read) => {
      const known = numbers.get(key);
      if (known !== undefined) return known;
      numbers.set(key, readers.length);
      return readers.push(read) - 1;
    },
  };
}

/** Returns the facts of a subject. A fact that cannot be read is missing. */
export function readFacts(readers: readonly Reader[], subject: Subject): Facts {
  const known = new Map<number, Text | undefined>();
  return (fact) => {
    const before = known.get(fact);
    if (before !== undefined || known.has(fact)) return before;
    const given = readers[fact] && readSafely(readers[fact], subject);
    const text = given === undefined ? undefined : textOf(given);
    known.set(fact, text);
    return text;
  };
}

function readSafely(read: Reader, subject: Subject): string | undefined {
  try {
    const given: unknown = read(subject);
    return typeof given === 'string' ? given : undefined;
  } catch {
    return undefined;
  }
}
