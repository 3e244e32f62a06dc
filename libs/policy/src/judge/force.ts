import type { Budget } from '../budget/index.ts';
import type { PolicyDocument } from '../document/policy-document.ts';
import { isBot } from '../noise/bots.ts';
import { createNoiseFilter } from '../noise/noise-filter.ts';
import type { NoiseDrop, NoiseFilter } from '../noise/rule-filter.ts';
import { NOISE_RULES } from '../noise/noise-rules.ts';
import type { NoiseSide } from '../noise/noise-rule.ts';
import { createSpanEnvelopeFilter, type SpanEnvelopeFilter } from '../noise/span-envelope-filter.ts';
import { compileRules, type RuleSet } from '../rules/compile-rules.ts';
import { createScrubber, type Scrubber } from '../scrub/scrubber.ts';
import type { PageFacts } from '../page/page-facts.ts';

/** The requests that are monitoring's own. */
export interface OwnRequests {
  /** Default `/monitoring-tunnel`. */
  readonly tunnelPath?: string | undefined;
  /** Origins to which servers send envelopes. Default none. */
  readonly ingestOrigins?: readonly string[] | undefined;
}

/** The secrets that a policy has found. */
export interface FoundSecrets {
  /** Whether they are taken out, only counted, or not looked for. */
  readonly effect: 'removed' | 'counted' | 'kept';
  /** How many of each kind were found. Kinds of which none was found have 0. */
  readonly counts: Readonly<Record<string, number>>;
}

/** A document in force. */
export interface Force {
  readonly rules: RuleSet | undefined;
  readonly scrubber: Scrubber | undefined;
  readonly sides: Readonly<Record<NoiseSide, SideNoise>>;
  /** Why rules are there, by id. */
  readonly reasons: Readonly<Record<string, string>>;
  /** The ids of the rules that only count. */
  readonly dryRuns: readonly string[];
  /** The ids of the `scrub` rules in effect. */
  readonly scrubs: readonly string[];
  /** The way to treat secrets. */
  readonly secrets: FoundSecrets['effect'];
  /** Whether the rule `bot` drops what crawlers send. */
  readonly dropsBots: boolean;
  /** Counts errors, and drops those over a budget. */
  readonly budget: Budget;
}

/** The parts of a document in force that judge an item. */
export interface Judging extends Pick<Force, 'rules' | 'scrubber' | 'budget' | 'dropsBots'> {
  /** `undefined`: no noise rules. */
  readonly sides: Force['sides'] | undefined;
  /** Whether nothing is dropped or changed, and errors are counted alone. Default `false`. */
  readonly onlyCounts?: boolean;
}

/** The built-in parts of a document: the noise rules and the scrubbing. */
export type BuiltInParts = Pick<PolicyDocument, 'noise' | 'scrub'>;

/**
 * The rest of a document in force for items to which these parts have been applied. A part of which the document says something else
 * is applied in full. If nothing is left, errors are still counted.
 */
export function withoutApplied(force: Force, document: PolicyDocument, applied: BuiltInParts): Judging {
  const isSame = (part: keyof BuiltInParts): boolean =>
    JSON.stringify(document[part]) === JSON.stringify(applied[part]);
  const sides = isSame('noise') ? undefined : force.sides;
  const scrubber = isSame('scrub') ? undefined : force.scrubber;
  const { rules, budget } = force;
  const onlyCounts = [sides, scrubber, rules, document.budgets].every((part) => part === undefined);
  return { sides, scrubber, rules, budget, dropsBots: false, onlyCounts };
}

/** How often each rule matched, also in a dry run. Rules that have matched nothing have 0. */
export function countsIn({ rules, sides }: Force): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  // The document's own first: of rules that matched nothing, these are listed first.
  for (const part of [rules?.counts() ?? {}, sides.client.counts(), sides.server.counts()])
    for (const [id, count] of Object.entries(part)) counts[id] = (counts[id] ?? 0) + count;
  return counts;
}

/** The secrets that were found, by kind. */
export const secretsIn = ({ secrets, scrubber }: Force): FoundSecrets => ({
  effect: secrets,
  counts: scrubber?.counts() ?? {},
});

/** The noise rules of one side, which are asked about one item at a time. */
export interface SideNoise {
  /** Asks about an item. Facts of its page hold meanwhile. */
  readonly ask: <T>(facts: PageFacts, question: (noise: Asked) => T) => T;
  readonly counts: NoiseFilter['counts'];
}

/** The noise rules while they are asked about an item. */
export interface Asked {
  readonly filter: NoiseFilter;
  readonly spans: SpanEnvelopeFilter;
  /** The rules that have dropped something since the question began, each with its count. */
  readonly dropped: ReadonlyMap<string, number>;
}

/** Puts a document in force. */
export function enforce(
  { noise, scrub = {}, rules = [] }: PolicyDocument,
  own: OwnRequests,
  budget: Budget,
): Force {
  const { disabled = [], dryRun = false } = noise ?? {};
  const side = (name: NoiseSide): SideNoise => createSide(name, { disabled, dryRun }, own);
  return {
    rules: rules.length === 0 ? undefined : compileRules(rules),
    scrubber: scrub === false ? undefined : createScrubber(scrub),
    sides: { client: side('client'), server: side('server') },
    reasons: Object.fromEntries(
      [...NOISE_RULES, ...rules].flatMap(({ id, reason }) => (reason === undefined ? [] : [[id, reason]])),
    ),
    scrubs: rules
      .filter(({ action, dryRun: isDry }) => action === 'scrub' && isDry !== true)
      .map(({ id }) => id),
    secrets: scrub === false ? 'kept' : scrub.dryRun === true ? 'counted' : 'removed',
    dryRuns: [
      ...(dryRun ? NOISE_RULES.map(({ id }) => id) : []),
      ...rules.filter((rule) => rule.dryRun === true).map(({ id }) => id),
    ],
    dropsBots: !dryRun && !disabled.includes('bot'),
    budget,
  };
}

function createSide(
  side: NoiseSide,
  noise: { readonly disabled: readonly string[]; readonly dryRun: boolean },
  { tunnelPath, ingestOrigins }: OwnRequests,
): SideNoise {
  let page: PageFacts = {};
  const dropped = new Map<string, number>();
  const filter = createNoiseFilter({
    side,
    rules: NOISE_RULES,
    ...noise,
    tunnelPath,
    ingestOrigins,
    isTranslatedPage: () => page.translated === true,
    isPageLeaving: () => page.leaving === true,
    isBot,
    onDrop: ({ ruleId, dryRun }: NoiseDrop) => {
      if (!dryRun) dropped.set(ruleId, (dropped.get(ruleId) ?? 0) + 1);
    },
  });
  const asked: Asked = { filter, spans: createSpanEnvelopeFilter(filter), dropped };
  return {
    counts: filter.counts,
    ask: (facts, question) => {
      page = facts;
      dropped.clear();
      return question(asked);
    },
  };
}
