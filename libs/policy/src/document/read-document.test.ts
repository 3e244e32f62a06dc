import { readdirSync, readFileSync } from 'node:fs';
import { PolicyError } from './policy-error.ts';
import { MAX_DOCUMENT_LENGTH, readDocument } from './read-document.ts';

function errorOf(text: string): PolicyError {
  try {
    readDocument(text);
  } catch (error) {
    if (error instanceof PolicyError) return error;
    throw error;
  }
  throw new Error('The document is accepted');
}

const documentOf = (rules: readonly object[]): string => JSON.stringify({ version: 1, rules });

describe('readDocument', () => {
  it('returns the document as it is', () => {
    const document = { version: 1, noise: { disabled: ['bot'] }, rules: [] };

    expect(readDocument(JSON.stringify(document))).toEqual(document);
    expect(readDocument(`\uFEFF${JSON.stringify(document)}`)).toEqual(document);
  });

  it.each([
    ['', /^The document is no JSON: line 1, column 1: SyntaxError: \S.*$/],
    ['{"version":1,\n }', /^The document is no JSON: line 2, column 2: SyntaxError: \S[^()]*$/],
    ['null', /^The document is null; accepted: an object$/],
    ['"text"', /^The document is "text"; accepted: an object$/],
    [' '.repeat(MAX_DOCUMENT_LENGTH + 1), /^The document has 1048577 characters; accepted: at most 1048576$/],
    ['['.repeat(MAX_DOCUMENT_LENGTH), /^The document is no JSON: /],
    [`${'['.repeat(500_000)}${']'.repeat(500_000)}`, /^The document is (?:a list|no JSON)/],
    [`{"version":1,"rules":[${'{"a":'.repeat(1_000)}1${'}'.repeat(1_000)}]}`, /^rules\[0\]\.a is not known/],
  ])('refuses %.20j', (text, message) => {
    expect(errorOf(text).message).toMatch(message);
  });

  it('reports every fault with its place, at most 20', () => {
    const rules = Array.from({ length: 30 }, (_, index) => ({ id: `r${index}`, action: 'drop' }));
    const { message, problems } = errorOf(documentOf(rules));

    expect(problems).toHaveLength(20);
    expect(problems[19]).toEqual({
      path: 'rules[19].when',
      message: 'is missing; accepted: an object',
      line: 1,
    });
    expect(message).toBe('rules[0].when is missing; accepted: an object (and 19 more)');
  });

  it('says in which line a fault is', () => {
    const { problems } = errorOf(
      '{\n"version": 1,\n"rules": [\n{ "id": "a", "when": {},\n"action": "none" }]}',
    );

    expect(problems.map(({ path, line }) => [path, line])).toEqual([['rules[0].action', 5]]);
  });

  it('stops at 20 unknown fields', () => {
    const fields = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`field-${index}`, 1]));

    expect(errorOf(JSON.stringify({ version: 1, ...fields })).problems).toHaveLength(20);
  });

  it('has one line, however the names and values look', () => {
    const { message } = errorOf(JSON.stringify({ version: 1, [`a\nb${'c'.repeat(500)}`]: 1 }));

    expect(message).toMatch(/^\["a\\nbc+"\] is not known; known: /);
    expect(message.length).toBeLessThan(250);
  });

  it('accepts 5,000 rules and no more', () => {
    const rules = Array.from({ length: 5_001 }, (_, index) => ({
      id: `r${index}`,
      action: 'drop',
      when: { message: `*${index}*` },
    }));

    expect(readDocument(documentOf(rules.slice(1))).rules).toHaveLength(5_000);
    expect(errorOf(documentOf(rules)).message).toBe('rules has 5001 elements; accepted: at most 5000');
  });

  it('accepts an own property with the name of the prototype as a tag', () => {
    const text = '{"version":1,"rules":[{"id":"a","action":"drop","when":{"tag":{"__proto__":"x"}}}]}';

    expect(Object.keys(readDocument(text).rules?.[0]?.when.tag ?? {})).toEqual(['__proto__']);
    expect(errorOf('{"version":1,"__proto__":1}').message).toMatch(/^__proto__ is not known/);
  });
});

it('a name far from all others, or a very long one, has no suggestion', () => {
  const messages = ['bananas', 'a'.repeat(65)].map(
    (id) => errorOf(JSON.stringify({ version: 1, scrub: { disabled: [id] } })).problems[0]?.message,
  );

  expect(messages).toEqual([
    'is "bananas", which is not known',
    `is "${'a'.repeat(65)}", which is not known`,
  ]);
});

it('an error without faults has a message too', () => {
  expect(new PolicyError([])).toMatchObject({ message: 'The document cannot be used', name: 'PolicyError' });
});

describe('the regular expressions of a document', () => {
  const matching = (patterns: readonly string[]) =>
    patterns.map((message, index) => ({ id: `r${index}`, action: 'drop', when: { message } }));

  it('are at most 500', () => {
    const patterns = Array.from({ length: 503 }, (_, index) => `/a${index}/`);

    expect(readDocument(documentOf(matching(patterns.slice(3)))).rules).toHaveLength(500);
    expect(errorOf(documentOf(matching(patterns))).problems).toEqual([
      {
        path: 'rules[500].when.message',
        message: 'is one of more than 500 regular expressions; use "*" instead',
        line: 1,
      },
    ]);
  });

  it('count once if they are the same', () => {
    expect(readDocument(documentOf(matching(Array.from({ length: 600 }, () => '/a/'))))).toBeDefined();
  });

  it('are at most 20,000 steps together, and none is compiled beyond', () => {
    const patterns = Array.from({ length: 30 }, (_, index) => `/${index}(?:abcdefghi){99}/`);

    expect(errorOf(documentOf(matching(patterns))).problems).toEqual([
      {
        path: 'rules[22].when.message',
        message: 'makes all regular expressions together larger than 20000 steps',
        line: 1,
      },
    ]);
  });

  it('of a scrub rule may not match an empty text, also if another rule has it as a pattern', () => {
    const rules = [...matching(['/a?/']), { id: 'form', action: 'scrub', when: {}, form: '/a?/' }];

    expect(errorOf(documentOf(rules)).message).toBe(
      'rules[1].form matches an empty text; accepted: a form with a character',
    );
  });
});

const EXAMPLES = `${__dirname}/../../docs/examples`;

describe('the examples', () => {
  const files = readdirSync(EXAMPLES);

  it.each(files)('%s is accepted', (file) => {
    expect(readDocument(readFileSync(`${EXAMPLES}/${file}`, 'utf8'))).toHaveProperty('version', 1);
  });

  it('have every action', () => {
    const actions = files.flatMap((file) =>
      (readDocument(readFileSync(`${EXAMPLES}/${file}`, 'utf8')).rules ?? []).map(({ action }) => action),
    );

    expect([...new Set(actions)].sort()).toEqual(['drop', 'group', 'keep', 'sample', 'scrub']);
  });
});
