/** The processor time of matching any message, with a control that shows that the measure detects slow rules. */
import type { Event } from '@sentry/core';
import { createNoiseFilter } from './noise-filter.ts';

const LENGTH = 1_000_000;
const ATTEMPTS = 5;
/** Under 2 on an idle machine. A rule that backtracks takes minutes, so a busy machine does not fail the test. */
const MOST_MS = 50;
/** Enough to detect a quadratic rule; on a million characters it would take minutes. */
const CONTROL_LENGTH = 10_000;

/** Beginnings and repetitions on which each kind of pattern in the tables could backtrack. */
const HOSTILE: readonly string[] = [
  ' ',
  'a',
  '(',
  "'",
  'NEXT_REDIRECT;push;',
  ';307',
  'Loading chunk ',
  'Failed to load chunk ',
  'Error invoking ',
  'Uncaught (in promise) Error: ',
  "undefined is not an object (evaluating 'window.webkit.messageHandlers",
  'feature named `',
  'Object Not Found Matching Id:1',
  "null is not an object (evaluating 'window['gm_menus'",
  'x.y is not ',
  'Failed to fetch (a.b',
].flatMap((part) => [part.repeat(Math.ceil(LENGTH / part.length)), `${part}${' '.repeat(LENGTH)}$`]);

function milliseconds(run: () => void): number {
  const start = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}

/** The shortest of several runs: other processes can only slow a run down. */
const least = (run: () => void): number =>
  Math.min(...Array.from({ length: ATTEMPTS }, () => milliseconds(run)));

const eventOf = (value: string): Event => ({
  request: { url: 'https://shop.test/' },
  exception: {
    values: [
      {
        type: 'TypeError',
        value,
        stacktrace: {
          frames: Array.from({ length: 50 }, (_, index) => ({
            function: 'at',
            filename: `https://shop.test/app-${index}.js`,
            lineno: 1,
          })),
        },
      },
    ],
  },
});

describe('a hostile message of a million characters', () => {
  const filter = createNoiseFilter({
    side: 'client',
    isPageLeaving: () => true,
    isTranslatedPage: () => true,
  });

  it(`costs no more than ${MOST_MS} ms of processor time`, () => {
    const costs = HOSTILE.map((value) => {
      const event = eventOf(value);
      const hint = { originalException: Object.assign(new Error(value), { digest: value }) };
      return least(() => filter.explain(event, hint));
    });

    expect(Math.max(...costs)).toBeLessThan(MOST_MS);
  });

  it('would take far longer with a pattern that backtracks', () => {
    const rule = {
      id: 'naive',
      reason: 'Looks for white space at the end of a message, from every place',
      side: 'both' as const,
      matchesError: ({ message = '' }: Event) => /\s+$/.test(message),
    };
    const naive = createNoiseFilter({ side: 'client', rules: [rule] });

    expect(least(() => naive.explain({ message: `${' '.repeat(CONTROL_LENGTH)}$` }))).toBeGreaterThan(20);
  });
});
