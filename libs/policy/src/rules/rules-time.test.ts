/** The processor time of rules: proportional to rules, texts and payloads, however hostile the patterns are. */
import type { PolicyRule } from '../document/policy-document.ts';
import { readDocument } from '../document/read-document.ts';
import { compileExpression } from '../patterns/expression.ts';
import { applyScrubs } from './apply-scrubs.ts';
import { compileRules } from './compile-rules.ts';
import { subjectOf } from './subject.ts';

const ATTEMPTS = 5;
/** Twice the input may take so many times as long. A quadratic function takes four times. */
const MOST_TIMES = 3;
/** Shorter times are noise, in milliseconds. */
const NOISE_MS = 4;

function milliseconds(run: () => void): number {
  const start = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}

/** The shortest of several runs: other processes can only slow a run down. */
const least = (run: () => void): number =>
  Math.min(...Array.from({ length: ATTEMPTS }, () => milliseconds(run)));

/** How many times as long a run takes for twice the input. */
function ratioOf(run: (size: number) => () => void, size: number): number {
  const once = least(run(size));
  return least(run(2 * size)) / Math.max(once, NOISE_MS);
}

/** A busy machine may disturb a comparison, but hardly all of them. */
function expectLinear(run: (size: number) => () => void, size: number): void {
  let ratio = Infinity;
  for (let attempt = 0; attempt < ATTEMPTS && ratio >= MOST_TIMES; attempt += 1) ratio = ratioOf(run, size);
  expect(ratio).toBeLessThan(MOST_TIMES);
}

const dropping = (count: number, patternOf: (index: number) => string): readonly PolicyRule[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `r${index}`,
    action: 'drop',
    when: { message: patternOf(index) },
  }));

const repeat = (times: number, run: () => void) => () => {
  for (let time = 0; time < times; time += 1) run();
};

/** Letters in an order without a pattern, always the same. */
function lettersOf(length: number, seed = 1): string {
  let state = seed;
  return Array.from({ length }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return 'ab'.charAt((state >> 16) & 1);
  }).join('');
}

describe('the time of a decision', () => {
  it.each<[string, (index: number) => string]>([
    ['parts', (index) => `*widget ${index}*`],
    ['beginnings', (index) => `widget ${index}*`],
    ['several parts', (index) => `*a*b*a*${index}`],
    ['exact texts', (index) => `widget ${index}`],
  ])('is proportional to the number of rules with %s', (_name, patternOf) => {
    expectLinear((count) => {
      const rules = compileRules(dropping(count, patternOf));
      const subject = subjectOf('error', { message: 'ab'.repeat(500) });
      return repeat(20, () => rules.decide(subject));
    }, 2_500);
  });

  it('of 5,000 globs is far below what anyone notices', () => {
    const rules = compileRules(dropping(5_000, (index) => `*widget ${index}*`));
    const subject = subjectOf('error', { message: 'ab'.repeat(500) });

    // Under 0.3 on an idle machine.
    expect(least(() => rules.decide(subject))).toBeLessThan(30);
  });

  it('does not depend on the length of a text', () => {
    const rules = compileRules(dropping(100, (index) => `/(?:a|b)*c${index}/`));
    const subject = subjectOf('error', { message: 'ab'.repeat(5_000_000) });

    expect(least(() => rules.decide(subject))).toBeLessThan(200);
  });
});

describe('hostile regular expressions', () => {
  it.each([
    '(a+)+$',
    '(a|a)*c',
    '(a*)*c',
    '(?:a|b|ab)*c',
    '(.*)(.*)(.*)(.*)(.*)c',
    '(?:a?){200}a{200}c',
    '[ab]*a[ab]{12}c',
    `(?:${Array.from({ length: 150 }, (_, index) => `a${index}`).join('|')})+c`,
    '(?:(?:a{10}){10}b?)+c',
    '\\b(?:\\w+\\s?)+\\bc',
  ])('number %# take time proportional to the text', (source) => {
    const { test } = compileExpression({ source, ignoreCase: false });
    expectLinear((length) => {
      const text = lettersOf(length);
      return repeat(10, () => test(text));
    }, 5_000);
  });

  it('whose states do not fit into their memory take time proportional to the text', () => {
    const { test } = compileExpression({ source: '[ab]*a[ab]{100}c', ignoreCase: false });

    expectLinear((length) => {
      const text = lettersOf(length);
      return () => test(text);
    }, 1_000);
  });

  it('that are refused are refused at once', () => {
    const sources = [
      '(?:(?:a{31}){31}b){900}',
      `(?:${'a'.repeat(980)}){1000}`,
      'a{1000}'.repeat(140),
      '('.repeat(1_000),
    ];

    for (const source of sources) {
      // Compiling the largest would take a second and more.
      expect(
        least(() => expect(() => compileExpression({ source, ignoreCase: true })).toThrow()),
      ).toBeLessThan(50);
    }
  });
});

describe('the time of scrubbing', () => {
  const formOf = (form: string) =>
    compileRules([{ id: 'a', action: 'scrub', when: {}, form }]).decide(subjectOf('error', {})).scrubs;

  it('is proportional to a text, also if each search reads all of the rest', () => {
    // The alternative is looked for up to the end of the text after each letter.
    const scrubs = formOf('a.*c|a');
    expectLinear((length) => () => applyScrubs({ message: 'a'.repeat(length) }, scrubs), 5_000);
  });

  it('is proportional to the payload', () => {
    const scrubs = formOf('\\bkd\\d{8}');
    expectLinear((count) => {
      const payload = { extra: Array.from({ length: count }, () => ({ text: lettersOf(20), more: [] })) };
      return () => applyScrubs(payload, scrubs);
    }, 5_000);
  });
});

it('the time of reading a document is proportional to it', () => {
  expectLinear((count) => {
    const text = JSON.stringify({ version: 1, rules: dropping(count, (index) => `*widget ${index}*`) });
    return () => readDocument(text);
  }, 2_500);
});

it('the measure finds a quadratic function (control)', () => {
  const quadratic = (length: number) => () => /a+$/.test(`${'a'.repeat(length)}b`);

  // Four times the input: a linear function takes four times as long, a quadratic one sixteen times.
  const ratios = Array.from({ length: ATTEMPTS }, () => least(quadratic(12_000)) / least(quadratic(3_000)));
  expect(Math.max(...ratios)).toBeGreaterThan(MOST_TIMES ** 2);
});
