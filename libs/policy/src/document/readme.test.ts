import { readFileSync } from 'node:fs';
import { applyScrubs } from '../rules/apply-scrubs.ts';
import { compileRules } from '../rules/compile-rules.ts';
import { subjectOf } from '../rules/subject.ts';
import type { PolicyRule, SubjectKind } from './policy-document.ts';
import { readDocument } from './read-document.ts';

/** The parts of a JSON schema that are read here. */
interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly $defs?: Readonly<Record<string, Schema>>;
  readonly oneOf?: readonly Schema[];
}

const GUIDE = readFileSync(`${__dirname}/../../docs/document.md`, 'utf8');

const blocks = [...GUIDE.matchAll(/```json\n(.*?)```/gs)].map(([, text = '']) => text);
const [whole = '', ...tenRules] = blocks;

/** The id of each rule, with an item that it matches and one that resembles it. */
const ITEMS: readonly (readonly [string, SubjectKind, object, object])[] = [
  ['chat-widget', 'error', { message: 'at https://widget.chat.test/a.js' }, { message: 'widget' }],
  [
    'acme-extension',
    'error',
    { message: 'acmeBar is not defined', tags: { customer: 'acme' } },
    { message: 'acmeBar is not defined' },
  ],
  [
    'old-app',
    'error',
    { release: 'shop@1.9', exception: { values: [{ type: 'TypeError' }] } },
    { release: 'shop@2.0', exception: { values: [{ type: 'TypeError' }] } },
  ],
  ['health-checks', 'transaction', { transaction: 'GET /health' }, { transaction: 'GET /healthy' }],
  ['search-requests', 'span', { name: 'GET /api/search' }, { name: 'POST /api/search' }],
  [
    'checkout-errors',
    'error',
    { request: { url: 'https://shop.test/checkout/pay' } },
    { request: { url: 'https://shop.test/cart' } },
  ],
  ['order-not-found', 'error', { message: 'Order 17 was not found' }, { message: 'Order was not found' }],
  [
    'hydration-warnings',
    'error',
    { environment: 'staging', message: 'Hydration failed' },
    { environment: 'production', message: 'Hydration failed' },
  ],
];

const ruleOf = (id: string): PolicyRule => {
  const rule = tenRules.map((text) => JSON.parse(text) as PolicyRule).find((one) => one.id === id);
  if (rule === undefined) throw new Error(`The guide has no rule ${id}`);
  return rule;
};

describe('the guide', () => {
  it('has a document and ten rules that are accepted', () => {
    expect(readDocument(whole).rules).toHaveLength(1);
    expect(tenRules).toHaveLength(10);
    expect(readDocument(`{"version":1,"rules":[${tenRules.join(',')}]}`).rules).toHaveLength(10);
  });

  it.each(ITEMS)('has the rule %s, which matches one item and not the other', (id, kind, match, other) => {
    const rules = compileRules([ruleOf(id)]);
    rules.decide(subjectOf(kind, { ...other }));
    expect(rules.counts()).toEqual({ [id]: 0 });
    rules.decide(subjectOf(kind, { ...match }));
    expect(rules.counts()).toEqual({ [id]: 1 });
  });

  it('has scrub rules that remove an account and a customer number', () => {
    const event = { message: 'No order of KD-12345678', request: { headers: { 'X-Account': '7' } } };
    const { scrubs } = compileRules([ruleOf('account-header'), ruleOf('customer-number')]).decide(
      subjectOf('error', event),
    );

    expect(applyScrubs(event, scrubs)).toEqual({
      message: 'No order of [Filtered]',
      request: { headers: { 'X-Account': '[Filtered]' } },
    });
  });

  it('names every field of the schema', () => {
    const text = readFileSync(`${__dirname}/../../schema/policy.schema.json`, 'utf8');
    const schema = JSON.parse(text) as Schema;
    const { properties = {}, $defs = {} } = schema;
    const namesOf = (part: Schema | undefined) => Object.keys(part?.properties ?? {});
    const names = [
      ...namesOf(schema).filter((name) => name !== 'noise' && name !== 'budgets'),
      ...namesOf(properties['noise']).map((name) => `noise.${name}`),
      ...namesOf(properties['budgets']).map((name) => `budgets.${name}`),
      ...namesOf(properties['scrub']?.oneOf?.[1]).map((name) => `scrub.${name}`),
      ...['condition', 'drop', 'sample', 'group', 'scrub'].flatMap((part) => namesOf($defs[part])),
    ];

    expect(names.filter((name) => !GUIDE.includes(`| \`${name}\``))).toEqual([]);
  });
});
