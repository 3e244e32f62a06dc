import { NOISE_RULES } from '@adit/policy';
import { createPolicy, type Policy, type PolicyDocument } from '@adit/policy/tunnel';
import { kindOf, titleOf } from './title.ts';
import type { TriedItem, TriedSample } from './tried-item.ts';

/** An item as an example. */
export interface Example {
  readonly title: string;
  readonly project: string | undefined;
  readonly release: string | undefined;
}

/** A number of items: in the sample, and those that they stand for. */
export interface Amount {
  readonly items: number;
  readonly standsFor: number;
}

/** A group of items. */
export interface Group extends Amount {
  /** Items that differ in numbers alone are of one kind. */
  readonly kinds: number;
  /** At most three, of different kinds. */
  readonly examples: readonly Example[];
}

/** The effect of one rule. */
export interface RuleResult {
  readonly id: string;
  readonly action: 'drop' | 'keep' | 'sample' | 'group' | 'scrub';
  readonly isBuiltIn: boolean;
  /** A dry run has no effect. */
  readonly isDryRun: boolean;
  /** The items that it matches. */
  readonly matched: Group;
  /** Those of them that it drops: all, of a sample some. */
  readonly dropped: Amount;
}

/** The effect of a document on items. */
export interface Trial {
  readonly sample: Amount;
  /** The times of the first and the last item, in milliseconds since the epoch. */
  readonly times: readonly [number, number] | undefined;
  /** The rules of the document in their order, then the built-in ones that matched. */
  readonly rules: readonly RuleResult[];
  /** Those that a budget dropped. Budgets are not tried. */
  readonly byBudgets: Amount;
  /** `undefined` if no item says what the document in force did with it. */
  readonly compared: { readonly newDrops: Group; readonly noLongerDropped: Group } | undefined;
  /** The `scrub` rules in effect that the document does not apply. `undefined` if it is not known which are in effect. */
  readonly lostScrubs: readonly string[] | undefined;
}

interface Tried {
  readonly item: TriedItem;
  readonly matched: readonly string[];
  readonly droppedBy: string | undefined;
}

const MAX_EXAMPLES = 3;
const NOISE: ReadonlyMap<string, (typeof NOISE_RULES)[number]> = new Map(
  NOISE_RULES.map((rule) => [rule.id, rule]),
);
const encoder = new TextEncoder();

/** Judges items with a document. Budgets are not tried: a sample does not say how often an error comes. */
export function tryDocument(document: PolicyDocument, { items, scrubs }: TriedSample): Trial {
  const policy = createPolicy({ document: { ...document, budgets: { dryRun: true } } });
  const keeping = new Set((document.rules ?? []).filter(isKeeping).map(({ id }) => id));
  const isNoiseOn = (id: string): boolean =>
    NOISE.has(id) && document.noise?.dryRun !== true && document.noise?.disabled?.includes(id) !== true;
  let counts = policy.report().counts;
  const all = items.map((item): Tried => {
    const verdict = judge(policy, item);
    const next = policy.report().counts;
    const matched = Object.keys(next).filter((id) => next[id] !== counts[id]);
    counts = next;
    const droppedBy =
      verdict ??
      asBefore(
        item,
        matched.some((id) => keeping.has(id)),
        isNoiseOn,
      );
    return {
      item,
      matched: droppedBy === undefined || matched.includes(droppedBy) ? matched : [...matched, droppedBy],
      droppedBy,
    };
  });
  return {
    sample: amountOf(items),
    times: timesOf(items),
    rules: resultsOf(document, all),
    byBudgets: amountOf(all.filter(({ droppedBy }) => isBudget(droppedBy)).map(({ item }) => item)),
    compared: items.some(({ outcome }) => outcome !== undefined) ? compare(all) : undefined,
    lostScrubs: scrubs?.filter((id) => !isScrubbing(document, id)),
  };
}

const isScrubbing = ({ rules = [] }: PolicyDocument, id: string): boolean =>
  rules.some((rule) => rule.id === id && rule.action === 'scrub' && rule.dryRun !== true);

const isKeeping = ({ action, dryRun }: NonNullable<PolicyDocument['rules']>[number]): boolean =>
  action === 'keep' && dryRun !== true;

/** The rule that drops an item. */
function judge(
  policy: Policy,
  { type, payload, project = '', sdk, userAgent }: TriedItem,
): string | undefined {
  const opened = policy.open({
    header: encoder.encode('{}'),
    trace: undefined,
    sdk: sdk === undefined ? undefined : { name: sdk },
    project,
    userAgent,
  });
  // Spans of older SDKs are in no container, and have a description in place of a name.
  const isContained = type === 'log' || (type === 'span' && !('description' in payload));
  const text = JSON.stringify(isContained ? { items: [payload] } : payload);
  return opened.judge({ type }, encoder.encode(text))?.dropped[0]?.reason;
}

/**
 * A budget, or a built-in rule that is still on, drops an item as it did, unless a rule keeps it: they have seen what a summary does not
 * have, such as other frames or the segment of a span.
 */
function asBefore(
  { outcome, rule }: TriedItem,
  isKept: boolean,
  isNoiseOn: (id: string) => boolean,
): string | undefined {
  if (outcome !== 'dropped' || rule === undefined || isKept) return undefined;
  return isBudget(rule) || isNoiseOn(rule) ? rule : undefined;
}

const isBudget = (rule: string | undefined): boolean => rule?.startsWith('budget:') === true;

function resultsOf(document: PolicyDocument, all: readonly Tried[]): readonly RuleResult[] {
  const byRule = new Map<string, Tried[]>();
  for (const one of all)
    for (const id of one.matched) {
      const list = byRule.get(id);
      if (list === undefined) byRule.set(id, [one]);
      else list.push(one);
    }
  const result = (about: Omit<RuleResult, 'matched' | 'dropped'>): RuleResult => {
    const found = byRule.get(about.id) ?? [];
    return {
      ...about,
      matched: groupOf(found.map(({ item }) => item)),
      dropped: amountOf(found.filter(({ droppedBy }) => droppedBy === about.id).map(({ item }) => item)),
    };
  };
  const own = (document.rules ?? []).map(({ id, action, dryRun = false }) =>
    result({ id, action, isBuiltIn: false, isDryRun: dryRun }),
  );
  const isDryRun = document.noise?.dryRun ?? false;
  const builtIn = [...NOISE.values()]
    .filter(({ id }) => byRule.has(id))
    .map((rule) =>
      result({ id: rule.id, action: 'fingerprint' in rule ? 'group' : 'drop', isBuiltIn: true, isDryRun }),
    );
  return [...own, ...builtIn];
}

function compare(all: readonly Tried[]): Trial['compared'] {
  const judged = all.filter(({ item }) => item.outcome !== undefined);
  const difference = (isDropped: boolean): Group =>
    groupOf(
      judged
        .filter(
          ({ item, droppedBy }) =>
            (droppedBy !== undefined) === isDropped && (item.outcome === 'dropped') !== isDropped,
        )
        .map(({ item }) => item),
    );
  return { newDrops: difference(true), noLongerDropped: difference(false) };
}

const amountOf = (items: readonly TriedItem[]): Amount => ({
  items: items.length,
  standsFor: Math.round(items.reduce((sum, { standsFor }) => sum + standsFor, 0)),
});

function groupOf(items: readonly TriedItem[]): Group {
  const kinds = new Map<string, TriedItem>();
  for (const item of items) {
    const kind = kindOf(item);
    if (!kinds.has(kind)) kinds.set(kind, item);
  }
  const examples = [...kinds.values()].slice(0, MAX_EXAMPLES).map((item) => {
    const { release } = item.payload;
    return {
      title: titleOf(item),
      project: item.project,
      release: typeof release === 'string' ? release : undefined,
    };
  });
  return { ...amountOf(items), kinds: kinds.size, examples };
}

function timesOf(items: readonly TriedItem[]): Trial['times'] {
  const times = items.flatMap(({ at }) => at ?? []).sort((one, other) => one - other);
  const [first] = times;
  return first === undefined ? undefined : [first, times.at(-1) ?? first];
}
