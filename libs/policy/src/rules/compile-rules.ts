import type { PolicyRule } from '../document/policy-document.ts';
import { compileExpression, readExpression } from '../patterns/expression.ts';
import type { CompiledScrub } from './apply-scrubs.ts';
import { compileCondition } from './condition.ts';
import { createFactNames, readFacts, type Facts } from './facts.ts';
import { createRuleTable, type RuleTable, type TableRow } from './rule-table.ts';
import { isSampledIn } from './sample.ts';
import type { Subject } from './subject.ts';

/** What the rules of a team say about one item. */
export interface RuleDecision {
  /** What the first matching rule of `drop`, `keep` and `sample` decides; `undefined` if none matches or if a sample keeps the item. */
  readonly verdict?: RuleVerdict;
  /** How many items this one stands for, if a sample keeps it: 1 divided by the rate. */
  readonly weight?: number;
  /** The fingerprint of the first matching `group` rule. It replaces one that the application has set. */
  readonly fingerprint?: readonly string[];
  /** All matching `scrub` rules, in the order of the document. */
  readonly scrubs: readonly CompiledScrub[];
}

/** The decision of one rule. */
export interface RuleVerdict {
  readonly ruleId: string;
  /** Why, as the document says. */
  readonly reason?: string;
  /** `keep`: no noise rule and no budget drops the item. `sample-out`: a sample drops it. */
  readonly action: 'drop' | 'keep' | 'sample-out';
}

/** Compiled rules. */
export interface RuleSet {
  /** Decides about one item, and counts. It does not throw. Rules that are a dry run are counted alone. */
  readonly decide: (subject: Subject) => RuleDecision;
  /**
   * Returns how many items each rule matched. Of `drop`, `keep` and `sample`, the first that matches and dry runs before it count. No
   * `group` or `scrub` rule counts for a dropped item.
   */
  readonly counts: () => Readonly<Record<string, number>>;
}

/** Settings of {@link compileRules}. */
export interface CompileOptions {
  /** Returns a number from 0 to just below 1, for samples of items without an id. Default `Math.random`. */
  readonly random?: () => number;
}

type Deciding = Extract<PolicyRule, { action: 'drop' | 'keep' | 'sample' }>;

/** A `group` or `scrub` rule, ready to apply. */
interface Shaping {
  readonly id: string;
  readonly dryRun?: boolean | undefined;
  readonly fingerprint?: readonly string[];
  readonly scrub?: CompiledScrub;
}

const NOTHING: RuleDecision = { scrubs: [] };

/**
 * Compiles the rules of a document.
 * @throws {ExpressionError} for a regular expression that RE2 refuses; {@link readDocument} has checked them.
 */
export function compileRules(
  rules: readonly PolicyRule[],
  { random = Math.random }: CompileOptions = {},
): RuleSet {
  const names = createFactNames();
  const rows = rules.map((rule, order): TableRow<PolicyRule> => {
    const kind = rule.action === 'group' ? { kind: 'error' as const } : {};
    return { order, rule, condition: compileCondition({ ...rule.when, ...kind }, names) };
  });
  const deciding = createRuleTable(rows.filter((row): row is TableRow<Deciding> => !isShaping(row.rule)));
  const shaping = createRuleTable(
    rows.filter(({ rule }) => isShaping(rule)).map((row) => ({ ...row, rule: shapingOf(row.rule) })),
  );
  const counts = new Map(rules.map(({ id }) => [id, 0]));
  const count = (id: string): void => {
    counts.set(id, (counts.get(id) ?? 0) + 1);
  };

  return {
    decide: (subject) => {
      const facts = readFacts(names.readers, subject);
      const rule = firstRule(deciding, subject, facts, count);
      const decided = rule === undefined ? {} : decisionOf(rule, subject, random);
      if (decided.verdict !== undefined && decided.verdict.action !== 'keep')
        return { ...NOTHING, ...decided };
      const shape = shapeOf(shaping, subject, facts, count);
      return rule === undefined && shape === NOTHING ? NOTHING : { ...decided, ...shape };
    },
    counts: () => Object.fromEntries(counts),
  };
}

const isShaping = ({ action }: PolicyRule): boolean => action === 'group' || action === 'scrub';

function shapingOf(rule: PolicyRule): Shaping {
  const { id, dryRun } = rule;
  if (rule.action === 'group') return { id, dryRun, fingerprint: rule.fingerprint };
  const { path, form } = rule as Extract<PolicyRule, { action: 'scrub' }>;
  const scrub: CompiledScrub = {
    ruleId: id,
    ...(path !== undefined && { path: path.toLowerCase().split('.') }),
    ...(form !== undefined && {
      form: compileExpression(readExpression(form) ?? { source: form, ignoreCase: false }),
    }),
  };
  return { id, dryRun, scrub };
}

/** The first rule that matches and is no dry run. */
function firstRule(
  table: RuleTable<Deciding>,
  { kind }: Subject,
  facts: Facts,
  count: (id: string) => void,
): Deciding | undefined {
  let found: Deciding | undefined;
  table.visit(kind, facts, (rule) => {
    count(rule.id);
    if (rule.dryRun === true) return false;
    found = rule;
    return true;
  });
  return found;
}

function decisionOf(
  rule: Deciding,
  subject: Subject,
  random: () => number,
): Pick<RuleDecision, 'verdict' | 'weight'> {
  const { id: ruleId, reason } = rule;
  const verdict = { ruleId, ...(reason !== undefined && { reason }) };
  if (rule.action !== 'sample') return { verdict: { ...verdict, action: rule.action } };
  return isSampledIn(rule.rate, idOf(subject), random)
    ? { weight: 1 / rule.rate }
    : { verdict: { ...verdict, action: 'sample-out' } };
}

function idOf(subject: Subject): string | undefined {
  try {
    return subject.id;
  } catch {
    return undefined;
  }
}

function shapeOf(
  table: RuleTable<Shaping>,
  { kind }: Subject,
  facts: Facts,
  count: (id: string) => void,
): Pick<RuleDecision, 'fingerprint' | 'scrubs'> {
  const scrubs: CompiledScrub[] = [];
  let fingerprint: readonly string[] | undefined;
  table.visit(kind, facts, (rule) => {
    if (rule.fingerprint !== undefined && fingerprint !== undefined) return false;
    count(rule.id);
    if (rule.dryRun === true) return false;
    fingerprint ??= rule.fingerprint;
    if (rule.scrub !== undefined) scrubs.push(rule.scrub);
    return false;
  });
  if (fingerprint === undefined) return scrubs.length === 0 ? NOTHING : { scrubs };
  return { fingerprint, scrubs };
}
