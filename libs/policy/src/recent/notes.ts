import type { PolicyDocument, SubjectKind } from '../document/policy-document.ts';
import { applyScrubs } from '../rules/apply-scrubs.ts';
import { compileRules } from '../rules/compile-rules.ts';
import type { Payload } from '../rules/payload-facts.ts';
import { subjectOf } from '../rules/subject.ts';
import { createScrubber } from '../scrub/scrubber.ts';
import type { ItemFate, NotedItem } from './recent-item.ts';
import type { RecentRing } from './ring.ts';
import { summaryOf } from './summary.ts';

/** Notes items as they are judged. */
export interface Notes {
  readonly note: (envelope: NotedEnvelope, type: string, payload: Payload, verdict: NotedVerdict) => void;
}

/** Facts of the envelope around an item. */
export interface NotedEnvelope {
  /** The name of the SDK. */
  readonly sdk: string | undefined;
  /** The number of the project. */
  readonly project: string;
  readonly userAgent: string | undefined;
}

/** The verdict of a policy on an item. */
export interface NotedVerdict {
  /** The same payload, a changed one, or none. */
  readonly payload: Payload | undefined;
  readonly dropped: readonly { readonly reason: string }[];
  /** Of a container: what became of the item at an index. Default: the same as of the container. */
  readonly fateOf?: (index: number) => ItemFate;
}

const KINDS: ReadonlyMap<string, SubjectKind> = new Map([
  ['event', 'error'],
  ['transaction', 'transaction'],
  ['span', 'span'],
  ['log', 'log'],
  ['feedback', 'feedback'],
  ['replay_event', 'replay'],
]);

/**
 * Creates {@link Notes} for a document. Secrets are removed as it says; with the default settings if it keeps them, because others read a
 * note than read Sentry.
 */
export function createNotes(ring: RecentRing, { scrub = {}, rules = [] }: PolicyDocument): Notes {
  const scrubber = createScrubber({ ...(scrub !== false && scrub), dryRun: false });
  // Its counts are its own.
  const scrubs = compileRules(rules.filter(({ action }) => action === 'scrub'));
  const describe = (
    { userAgent, ...envelope }: NotedEnvelope,
    [type, kind]: readonly [string, SubjectKind],
    payload: Payload,
    fate: ItemFate,
  ): NotedItem => {
    const summary = scrubber.scrub(summaryOf(payload));
    const found = scrubs.decide(subjectOf(kind, payload, envelope)).scrubs;
    const { project, sdk } = envelope;
    return {
      type,
      project,
      sdk,
      userAgent: userAgent === undefined ? undefined : scrubber.scrub({ userAgent }).userAgent,
      ...fate,
      payload: applyScrubs(summary, found),
    };
  };
  return {
    note: (envelope, type, payload, verdict) => {
      const kind = KINDS.get(type);
      if (kind === undefined) return;
      const { items } = payload;
      if (!Array.isArray(items) || (kind !== 'span' && kind !== 'log')) {
        ring.note(() => describe(envelope, [type, kind], payload, fateOf(payload, verdict)));
        return;
      }
      for (const [index, item] of items.entries())
        ring.note(() =>
          describe(
            envelope,
            [type, kind],
            item as Payload,
            verdict.fateOf?.(index) ?? fateOf(payload, verdict),
          ),
        );
    },
  };
}

function fateOf(given: Payload, { payload, dropped }: NotedVerdict): ItemFate {
  if (payload === undefined) return { outcome: 'dropped', rule: dropped[0]?.reason };
  return { outcome: payload === given ? 'kept' : 'changed' };
}
