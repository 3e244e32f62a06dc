import Ajv from 'ajv/dist/2020';
import { readFileSync } from 'node:fs';
import { BAD, BEYOND_A_SCHEMA, GOOD } from '../../testing/documents.helper.ts';
import { NOISE_RULES } from '../noise/noise-rules.ts';
import { SECRET_KINDS } from '../scrub/secret-marker.ts';
import { PolicyError } from './policy-error.ts';
import { readDocument } from './read-document.ts';

const schema = JSON.parse(readFileSync(`${__dirname}/../../schema/policy.schema.json`, 'utf8'));
const accepts = new Ajv({ allErrors: true, strictTypes: false, strictRequired: false }).compile(schema);

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
    expect(schema.properties.scrub.oneOf[1].properties.disabled.items.enum).toEqual(SECRET_KINDS);
    expect(schema.$defs.id.not.enum).toEqual([...NOISE_RULES.map(({ id }) => id), 'budget']);
  });
});
