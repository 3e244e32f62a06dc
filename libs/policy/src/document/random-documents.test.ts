/** Documents with random faults: the reader and the schema agree, and accepted rules decide about anything. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { readFileSync } from 'node:fs';
import { BAD, BEYOND_A_SCHEMA, GOOD } from '../../testing/documents.helper.ts';
import { createRandom } from '../../testing/random.helper.ts';
import { applyScrubs } from '../rules/apply-scrubs.ts';
import { compileRules } from '../rules/compile-rules.ts';
import { subjectOf } from '../rules/subject.ts';
import { PolicyError } from './policy-error.ts';
import { readDocument } from './read-document.ts';
import type { PolicyDocument } from './policy-document.ts';

const ROUNDS = 6_000;

const schema = JSON.parse(readFileSync(`${__dirname}/../../schema/policy.schema.json`, 'utf8')) as object;
const accepts = new Ajv2020({ strictTypes: false, strictRequired: false }).compile(schema);

/** Faults that a schema cannot express. */
const BEYOND = /which an earlier rule has|no regular expression of RE2|matches an empty text|steps; accepted/;

const random = createRandom(7);
const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;

const documents: readonly unknown[] = [...GOOD, ...BAD, ...BEYOND_A_SCHEMA].map(([, document]) => document);

/** Every value of every document, to be put in the place of another. */
const values: readonly unknown[] = [
  ...documents.flatMap(partsOf),
  ...[
    null,
    true,
    false,
    0,
    1,
    -1,
    0.5,
    1e9,
    '',
    '*',
    '/a/',
    '/a/g',
    'a.b',
    'error',
    'bot',
    [],
    {},
    ['a'],
    { a: 'b' },
  ],
];
const names: readonly string[] = [
  ...new Set(documents.flatMap(partsOf).flatMap(namesOf)),
  'rate',
  '__proto__',
];

function partsOf(value: unknown): readonly unknown[] {
  return typeof value === 'object' && value !== null
    ? [value, ...Object.values(value).flatMap(partsOf)]
    : [value];
}

function namesOf(value: unknown): readonly string[] {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value) : [];
}

/** A copy with one change: another value, or a field more, less or with another name. */
function changed(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || random() < 0.1) return pick(values);
  const entries = Object.entries(value);
  const at = Math.floor(random() * entries.length);
  const [name, before] = entries[at] ?? [];
  if (Array.isArray(value)) {
    if (name === undefined || random() < 0.1) return [...(value as unknown[]), pick(values)];
    return value.map((element: unknown, index) => (index === at ? changed(element) : element));
  }
  const others = entries.filter((_, index) => index !== at);
  const choice = random();
  if (name === undefined || choice < 0.1)
    return Object.fromEntries([...entries, [pick(names), pick(values)]]);
  if (choice < 0.2) return Object.fromEntries(others);
  if (choice < 0.3) return Object.fromEntries([...others, [pick(names), before]]);
  return Object.fromEntries([...others, [name, changed(before)]]);
}

function read(text: string): PolicyDocument | PolicyError {
  try {
    return readDocument(text);
  } catch (error) {
    if (error instanceof PolicyError) return error;
    throw error;
  }
}

describe('a document with a random fault', () => {
  const results = Array.from({ length: ROUNDS }, () => {
    let document = random() < 0.8 ? pick(GOOD)[1] : pick(documents);
    for (let changes = 0; changes < 3 && (changes === 0 || random() < 0.4); changes += 1)
      document = changed(document);
    const text = JSON.stringify(document);
    return { text, result: read(text) };
  });
  const refused = results.filter(({ result }) => result instanceof PolicyError);

  it('is often accepted and often refused (control)', () => {
    expect(refused.length).toBeGreaterThan(ROUNDS / 2);
    expect(results.length - refused.length).toBeGreaterThan(ROUNDS / 20);
  });

  it('is accepted by the schema if it is by the reader, but for faults that a schema cannot express', () => {
    const disagreements = results
      .filter(({ text, result }) => {
        const isBeyond =
          result instanceof PolicyError && result.problems.every(({ message }) => BEYOND.test(message));
        return accepts(JSON.parse(text)) !== (!(result instanceof PolicyError) || isBeyond);
      })
      .map(({ text, result }) => [
        text.slice(0, 300),
        result instanceof PolicyError ? result.message : 'accepted',
      ]);

    expect(disagreements).toEqual([]);
  });

  it('is refused in one short line', () => {
    const messages = refused.map(({ result }) => (result as PolicyError).message);

    expect(messages.filter((message) => /\n/.test(message) || message.length > 500)).toEqual([]);
  });

  it('has rules that decide about any payload if it is accepted', () => {
    const payloads = values.filter((value) => typeof value === 'object' && value !== null);
    for (const { result } of results) {
      if (result instanceof PolicyError) continue;
      const ruleSet = compileRules(result.rules ?? []);
      const payload = pick(payloads) as Readonly<Record<string, unknown>>;
      const { scrubs } = ruleSet.decide(subjectOf(pick(['error', 'span', 'log'] as const), payload));
      expect(applyScrubs(payload, scrubs)).toBeDefined();
    }
  });
});
