/** Documents for `readDocument` and for the schema. */
const drop = { id: 'a', action: 'drop', when: { message: 'x' } };
const rules = (...given: readonly unknown[]) => ({ version: 1, rules: given });
const when = (condition: unknown) => rules({ ...drop, when: condition });
const scrub = (own: object) => rules({ id: 'a', action: 'scrub', when: {}, ...own });

/** Documents that are accepted. */
export const GOOD: readonly (readonly [string, unknown])[] = [
  ['the smallest document', { version: 1 }],
  ['the address of the schema', { $schema: './policy.schema.json', version: 1 }],
  ['empty parts', { version: 1, noise: {}, scrub: {}, rules: [], budgets: {} }],
  ['no scrubbing', { version: 1, scrub: false }],
  [
    'every setting of scrubbing',
    {
      version: 1,
      scrub: {
        parameters: ['a'],
        allowed: [],
        emails: false,
        opaqueValues: false,
        disabled: ['iban'],
        dryRun: true,
      },
    },
  ],
  ['every setting of noise', { version: 1, noise: { disabled: ['bot'], dryRun: false } }],
  [
    'every budget',
    {
      version: 1,
      budgets: { first: 0, perMinute: 1, perDay: 2, releaseShare: 0.5, sampleOf: 0, dryRun: true },
    },
  ],
  [
    'every condition',
    when({
      kind: ['error', 'log'],
      message: 'a*',
      exception: ['A', '/b/i'],
      url: '*',
      release: 'r',
      environment: 'e',
      sdk: 's',
      project: '1',
      tag: { t: 'x' },
      header: { 'User-Agent': ['*bot*'] },
    }),
  ],
  ['a drop rule with all fields', rules({ ...drop, reason: 'why', dryRun: true })],
  ['a keep rule', rules({ ...drop, action: 'keep' })],
  ['a sample of everything', rules({ id: 'a', action: 'sample', rate: 0, when: {} })],
  [
    'a group rule',
    rules({
      id: 'a',
      action: 'group',
      fingerprint: ['{{ default }}', 'b'],
      when: { kind: ['log', 'error'] },
    }),
  ],
  ['a path', scrub({ path: 'request.headers.*' })],
  ['a form', scrub({ form: '\\d{8}' })],
  ['a path and a form', scrub({ path: '*.note', form: '/kd/i' })],
  ['a path that is a glob', when({ url: '/api/*' })],
  ['patterns as long as they may be', when({ message: Array.from({ length: 64 }, () => 'a'.repeat(1_000)) })],
  ['an id as long as it may be', rules({ ...drop, id: `a${'-'.repeat(63)}` })],
];

/** Documents that are refused, with the message. */
export const BAD: readonly (readonly [string, unknown, string])[] = [
  ['a list', [], 'The document is a list; accepted: an object'],
  ['no version', {}, 'version is missing; this Adit reads 1, a newer one reads newer versions too'],
  [
    'a later version',
    { version: 2, parts: [] },
    'version is 2; this Adit reads 1, a newer one reads newer versions too',
  ],
  [
    'a version as text',
    { version: '1' },
    'version is "1"; this Adit reads 1, a newer one reads newer versions too',
  ],
  ['an unknown part', { version: 1, budget: {} }, 'budget is not known; did you mean "budgets"?'],
  [
    'an address that is empty',
    { version: 1, $schema: '' },
    '$schema is ""; accepted: a text of 1 to 1000 characters',
  ],
  [
    'an unknown noise rule',
    { version: 1, noise: { disabled: ['bots'] } },
    'noise.disabled[0] is "bots", which is not known; did you mean "bot"?',
  ],
  [
    'an unknown kind of secret',
    { version: 1, scrub: { disabled: ['emails'] } },
    'scrub.disabled[0] is "emails", which is not known; did you mean "email"?',
  ],
  ['scrubbing switched on', { version: 1, scrub: true }, 'scrub is true; accepted: an object'],
  [
    'a share above 1',
    { version: 1, budgets: { releaseShare: 1.5 } },
    'budgets.releaseShare is 1.5; accepted: a number from 0 to 1',
  ],
  [
    'a count with a fraction',
    { version: 1, budgets: { first: 1.5 } },
    'budgets.first is 1.5; accepted: a whole number from 0 to 1000',
  ],
  [
    'a count below 0',
    { version: 1, budgets: { perDay: -1 } },
    'budgets.perDay is -1; accepted: a whole number from 0 to 1000000000',
  ],
  [
    'a dry run as text',
    { version: 1, noise: { dryRun: 'yes' } },
    'noise.dryRun is "yes"; accepted: true or false',
  ],
  ['rules as an object', { version: 1, rules: {} }, 'rules is an object; accepted: a list'],
  ['a rule that is null', rules(null), 'rules[0] is null; accepted: an object'],
  [
    'a rule without anything',
    rules({}),
    'rules[0].id is missing; accepted: 1 to 64 lower-case letters, digits and dashes, with no dash in front (and 2 more)',
  ],
  [
    'an unknown action',
    rules({ ...drop, action: 'dorp', rate: 1 }),
    'rules[0].action is "dorp", which is not known; did you mean "drop"?',
  ],
  [
    'the name of a built-in property',
    rules({ ...drop, action: 'constructor' }),
    'rules[0].action is "constructor", which is not known; known: drop, keep, sample, group, scrub',
  ],
  [
    'an id with capitals',
    rules({ ...drop, id: 'A' }),
    'rules[0].id is "A"; accepted: 1 to 64 lower-case letters, digits and dashes, with no dash in front',
  ],
  ['a reserved id', rules({ ...drop, id: 'bot' }), 'rules[0].id is "bot", which a built-in rule has'],
  [
    'a field of another action',
    rules({ ...drop, rate: 0.5 }),
    'rules[0].rate is not known; known: id, reason, action, when, dryRun',
  ],
  ['no condition', rules({ id: 'a', action: 'drop' }), 'rules[0].when is missing; accepted: an object'],
  [
    'a drop rule for everything',
    when({}),
    'rules[0].when is empty; accepted: a condition, because this would drop everything',
  ],
  [
    'a keep rule for everything',
    rules({ ...drop, action: 'keep', when: {} }),
    'rules[0].when is empty; accepted: a condition, because this would keep everything',
  ],
  [
    'a misspelt condition',
    when({ mesage: 'x' }),
    'rules[0].when.mesage is not known; did you mean "message"?',
  ],
  [
    'an unknown kind',
    when({ kind: 'errors' }),
    'rules[0].when.kind is "errors", which is not known; did you mean "error"?',
  ],
  ['no kinds', when({ kind: [] }), 'rules[0].when.kind is empty; accepted: at least 1 element'],
  [
    'an empty pattern',
    when({ message: '' }),
    'rules[0].when.message is ""; accepted: a text of 1 to 1000 characters',
  ],
  [
    'a number as a pattern',
    when({ project: 42 }),
    'rules[0].when.project is 42; accepted: a text of 1 to 1000 characters',
  ],
  [
    'a long pattern',
    when({ message: ['a'.repeat(1_001)] }),
    'rules[0].when.message[0] has 1001 characters; accepted: at most 1000',
  ],
  [
    'too many patterns',
    when({ message: Array.from({ length: 65 }, () => 'a') }),
    'rules[0].when.message has 65 elements; accepted: at most 64',
  ],
  [
    'unknown flags',
    when({ url: '/a/gi' }),
    'rules[0].when.url has the flags "gi"; accepted: "i" alone, or "*" in front of a path',
  ],
  [
    'tags as a list',
    when({ tag: [] }),
    'rules[0].when.tag is a list; accepted: an object of names and patterns',
  ],
  ['no tags', when({ tag: {} }), 'rules[0].when.tag has 0 names; accepted: 1 to 20'],
  [
    'a header without a name',
    when({ header: { '': 'a' } }),
    'rules[0].when.header has a name of 0 characters; accepted: 1 to 200',
  ],
  [
    'a tag that is no text',
    when({ tag: { 'a b': 1 } }),
    'rules[0].when.tag["a b"] is 1; accepted: a text of 1 to 1000 characters',
  ],
  [
    'a sample without a rate',
    rules({ ...drop, action: 'sample' }),
    'rules[0].rate is missing; accepted: a number from 0 to 1',
  ],
  [
    'a rate above 1',
    rules({ ...drop, action: 'sample', rate: 2 }),
    'rules[0].rate is 2; accepted: a number from 0 to 1',
  ],
  [
    'a group rule without a fingerprint',
    rules({ ...drop, action: 'group' }),
    'rules[0].fingerprint is missing; accepted: a list',
  ],
  [
    'an empty fingerprint',
    rules({ ...drop, action: 'group', fingerprint: [] }),
    'rules[0].fingerprint is empty; accepted: at least 1 element',
  ],
  [
    'a group rule for logs',
    rules({ id: 'a', action: 'group', fingerprint: ['b'], when: { kind: 'log' } }),
    'rules[0].when.kind has no "error"; accepted: errors, because nothing else has a fingerprint',
  ],
  ['neither path nor form', scrub({}), 'rules[0] has neither path nor form; accepted: one of them or both'],
  [
    'a path with an empty name',
    scrub({ path: 'extra..note' }),
    'rules[0].path is "extra..note"; accepted: 1 to 20 names with a dot between them',
  ],
  [
    'a path of many names',
    scrub({ path: Array.from({ length: 21 }, () => 'a').join('.') }),
    `rules[0].path is "${'a.'.repeat(20)}a"; accepted: 1 to 20 names with a dot between them`,
  ],
  [
    'a long path',
    scrub({ path: 'a'.repeat(201) }),
    'rules[0].path has 201 characters; accepted: at most 200',
  ],
  [
    'a path that Sentry needs',
    scrub({ path: 'event_id' }),
    'rules[0].path is "event_id", which Sentry needs; accepted: the place of a value below or beside it',
  ],
  ['an empty form', scrub({ form: '' }), 'rules[0].form is ""; accepted: a text of 1 to 1000 characters'],
];

/** Documents that `readDocument` alone refuses, because a schema cannot express the fault. */
export const BEYOND_A_SCHEMA: readonly (readonly [string, unknown, string])[] = [
  ['an id twice', rules(drop, drop), 'rules[1].id is "a", which an earlier rule has'],
  [
    'an expression that RE2 refuses',
    when({ message: '/(?=a)/' }),
    'rules[0].when.message is no regular expression of RE2: invalid or unsupported Perl syntax: `(?=`',
  ],
  [
    'a form that RE2 refuses',
    scrub({ form: '(a' }),
    'rules[0].form is no regular expression of RE2: missing closing ): `(a`',
  ],
  [
    'a form that matches an empty text',
    scrub({ form: 'a*' }),
    'rules[0].form matches an empty text; accepted: a form with a character',
  ],
  [
    'a form that is too large',
    scrub({ form: 'a{300}' }),
    'rules[0].form has 302 steps; accepted: at most 200',
  ],
  [
    'an expression that is too large',
    when({ message: '/(?:abcde){900}/' }),
    'rules[0].when.message is no regular expression of RE2: it is too large, with more than 1000 steps',
  ],
];
