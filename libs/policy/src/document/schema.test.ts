import { Ajv2020 } from 'ajv/dist/2020.js';
import { readFileSync } from 'node:fs';
import { BAD, BEYOND_A_SCHEMA, GOOD } from '../../testing/documents.helper.ts';
import { budgetLimits } from '../budget/budget-limits.ts';
import { NOISE_RULES } from '../noise/noise-rules.ts';
import { SECRET_KINDS } from '../scrub/secret-marker.ts';
import { BUDGET_BOUNDS } from './check-parts.ts';
import { PolicyError } from './policy-error.ts';
import { readDocument } from './read-document.ts';

interface Names {
  readonly enum: readonly string[];
}
interface Disabled {
  readonly properties: { readonly disabled: { readonly items: Names } };
}
const schema = JSON.parse(readFileSync(`${__dirname}/../../schema/policy.schema.json`, 'utf8')) as {
  readonly properties: { readonly noise: Disabled; readonly scrub: { readonly oneOf: readonly Disabled[] } };
  readonly $defs: { readonly id: { readonly not: Names } };
};
const accepts = new Ajv2020({ allErrors: true, strictTypes: false, strictRequired: false }).compile(schema);

const readingOf = (document: unknown): string | undefined => {
  try {
    readDocument(JSON.stringify(document));
    return undefined;
  } catch (error) {
    return error instanceof PolicyError ? error.message : String(error);
  }
};

describe('the schema and readDocument', () => {
  it.each(GOOD)('accept %s', (_name, document) => {
    expect(readingOf(document)).toBeUndefined();
    expect(accepts(document) ? [] : accepts.errors).toEqual([]);
  });

  it.each(Object.entries(BUDGET_BOUNDS))('accept budgets.%s up to %d, as a budget does', (name, most) => {
    for (const value of [0, most]) {
      const document = { version: 1, budgets: { [name]: value } };
      expect(readingOf(document)).toBeUndefined();
      expect(accepts(document)).toBe(true);
      expect(() => budgetLimits(document.budgets)).not.toThrow();
    }
    const over = { [name]: most + 1 };
    expect(readingOf({ version: 1, budgets: over })).toContain(`accepted: a whole number from 0 to ${most}`);
    expect(accepts({ version: 1, budgets: over })).toBe(false);
    expect(() => budgetLimits(over)).toThrow(`accepted is a whole number from 0 to ${most}.`);
  });

  it.each(BAD)('refuse %s', (_name, document, message) => {
    expect(readingOf(document)).toBe(message);
    expect(accepts(document)).toBe(false);
  });

  it.each(BEYOND_A_SCHEMA)('disagree about %s, which a schema cannot express', (_name, document, message) => {
    expect(readingOf(document)).toBe(message);
    expect(accepts(document)).toBe(true);
  });

  it('know the same noise rules and kinds of secrets', () => {
    expect(schema.properties.noise.properties.disabled.items.enum).toEqual(NOISE_RULES.map(({ id }) => id));
    expect(schema.properties.scrub.oneOf[1]?.properties.disabled.items.enum).toEqual(SECRET_KINDS);
    expect(schema.$defs.id.not.enum).toEqual([...NOISE_RULES.map(({ id }) => id), 'budget']);
  });
});
