import type { Event } from '@sentry/core';
import type { SubjectKind } from '../document/policy-document.ts';
import type { NoiseSide } from '../noise/noise-rule.ts';
import type { ItemFate } from '../recent/recent-item.ts';
import { applyScrubs, type CompiledScrub } from '../rules/apply-scrubs.ts';
import type { RuleDecision } from '../rules/compile-rules.ts';
import { subjectOf, type EnvelopeFacts } from '../rules/subject.ts';
import type { Judging } from './force.ts';
import { takePageFacts } from '../page/page-facts.ts';

/** A payload as JSON has it. */
export type Payload = Readonly<Record<string, unknown>>;

/** Facts of the envelope around an item. */
export interface EnvelopeSight extends EnvelopeFacts {
  /** Whether a crawler sent it, by its `User-Agent`. */
  readonly isOfBot: boolean;
}

/** The verdict on a payload: the same one, a changed one, or none. */
export interface PayloadVerdict {
  readonly payload: Payload | undefined;
  /** The rules that dropped the payload or parts of it, with the number of parts. */
  readonly dropped: readonly { readonly reason: string; readonly count: number }[];
  /** Of a container: what became of the item at an index. Default: the same as of the container. */
  readonly fateOf?: (index: number) => ItemFate;
}

const NONE: PayloadVerdict['dropped'] = [];
const NO_DECISION: RuleDecision = { scrubs: [] };
const BOT: PayloadVerdict = dropBy('bot');

/** The tag that says how many events one stands for. */
const WEIGHT = 'adit.weight';

/** Judges the payload of one item. */
export function judgePayload(
  force: Judging,
  sight: EnvelopeSight,
  type: string,
  payload: Payload,
): PayloadVerdict {
  switch (type) {
    case 'event':
      return judgeEvent(force, sight, 'error', payload);
    case 'transaction':
      return judgeEvent(force, sight, 'transaction', payload);
    case 'span':
    case 'log':
      return Array.isArray(payload['items'])
        ? judgeContainer(force, sight, type, payload)
        : judgeOne(force, sight, type, payload);
    case 'feedback':
      return judgeOne(force, sight, type, payload);
    case 'replay_event':
      return judgeOne(force, sight, 'replay', payload);
    default:
      return keep(clean(force, payload, NO_DECISION.scrubs));
  }
}

/** Browsers call their platform so; Node, Python and others have other names. */
const sideOf = ({ platform }: Event): NoiseSide =>
  platform === undefined || platform === 'javascript' ? 'client' : 'server';

function judgeEvent(
  force: Judging,
  sight: EnvelopeSight,
  kind: 'error' | 'transaction',
  given: Event,
): PayloadVerdict {
  const { event, facts } = takePageFacts(given);
  const decision = decide(force, sight, kind, event);
  const { verdict, weight, fingerprint } = decision;
  if (verdict !== undefined && verdict.action !== 'keep') return dropBy(verdict.ruleId);
  let kept: Event = event;
  if (verdict === undefined) {
    const side = sideOf(event);
    if (sight.isOfBot && side === 'client') return BOT;
    const hint = facts.digest === undefined ? {} : { originalException: {} };
    const judged = force.sides
      ? force.sides[side].ask(facts, ({ filter, dropped }) => {
          return filter.processEvent(event, hint) ?? [...dropped.keys()][0];
        })
      : event;
    if (typeof judged !== 'object') return dropBy(judged ?? 'noise');
    kept = judged;
  }
  if (fingerprint !== undefined) kept = { ...kept, fingerprint: [...fingerprint] };
  // Before the budget, which shows titles on a page.
  kept = clean(force, kept, decision.scrubs);
  if (verdict === undefined && kind === 'error') {
    const { project = '' } = sight;
    const spent = force.budget.spend({ project, release: event.release, event: kept });
    if (!spent.keep) return dropBy(spent.reason);
    kept = weigh(kept, spent.weight);
  }
  return keep(weigh(kept, weight));
}

/** Says how many events this one stands for, where Sentry can search for it. */
const weigh = (event: Event, weight = 1): Event =>
  weight === 1 ? event : { ...event, tags: { ...event.tags, [WEIGHT]: String(weight) } };

/** A feedback, the event of a replay, or a span of an older SDK. */
function judgeOne(force: Judging, sight: EnvelopeSight, kind: SubjectKind, payload: Payload): PayloadVerdict {
  const { verdict, scrubs } = decide(force, sight, kind, payload);
  if (verdict !== undefined && verdict.action !== 'keep') return dropBy(verdict.ruleId);
  return keep(clean(force, payload, scrubs));
}

function judgeContainer(
  force: Judging,
  sight: EnvelopeSight,
  kind: 'span' | 'log',
  payload: Payload,
): PayloadVerdict {
  const given = payload['items'] as readonly unknown[];
  const counts = new Map<string, number>();
  const count = (reason: string, by = 1): void => {
    counts.set(reason, (counts.get(reason) ?? 0) + by);
  };
  if (sight.isOfBot) {
    return { payload: undefined, dropped: [{ reason: 'bot', count: given.length }] };
  }
  const items = kind === 'span' ? withoutNoise(force, given, count) : given;
  const decided = items.map((item) => ({ item, decision: decide(force, sight, kind, item) }));
  const kept = decided.filter(({ decision: { verdict } }) => {
    if (verdict === undefined || verdict.action === 'keep') return true;
    count(verdict.ruleId);
    return false;
  });
  const cleaned = kept.map(({ item, decision }) => clean(force, item, decision.scrubs));
  const dropped = [...counts].map(([reason, number]) => ({ reason, count: number }));
  const fateOf = (index: number): ItemFate => {
    const place = decided.findIndex(({ item }) => item === given[index]);
    // Of several noise rules in one container, the first is named.
    if (place < 0) return { outcome: 'dropped', rule: dropped[0]?.reason };
    const at = kept.indexOf(decided[place] as (typeof decided)[number]);
    if (at < 0) return { outcome: 'dropped', rule: decided[place]?.decision.verdict?.ruleId };
    return { outcome: cleaned[at] === given[index] ? 'kept' : 'changed' };
  };
  if (cleaned.length === 0 && given.length > 0) return { payload: undefined, dropped, fateOf };
  const isSame = cleaned.length === given.length && cleaned.every((item, index) => item === given[index]);
  return { payload: isSame ? payload : { ...payload, items: cleaned }, dropped, fateOf };
}

/** The spans, and those that noise rules do not drop. Containers come from browsers and servers; the rules for spans are those of both. */
function withoutNoise(
  { sides }: Judging,
  given: readonly unknown[],
  count: (reason: string, by: number) => void,
): readonly unknown[] {
  if (sides === undefined) return given;
  return sides.client.ask({}, (noise) => {
    const container = { items: [...given] };
    const envelope = [{}, [[{ type: 'span' }, container]]];
    noise.spans.dropSpans(envelope);
    const segments = given.length - container.items.length;
    let named = 0;
    for (const [reason, by] of noise.dropped) {
      named += by;
      count(reason, by);
    }
    // Children go with their segment.
    const [first] = noise.dropped.keys();
    if (first !== undefined && segments > named) count(first, segments - named);
    return container.items.length === given.length ? given : container.items;
  });
}

function decide({ rules }: Judging, sight: EnvelopeSight, kind: SubjectKind, payload: unknown): RuleDecision {
  return rules === undefined ? NO_DECISION : rules.decide(subjectOf(kind, payload as Payload, sight));
}

/** The payload without secrets. */
function clean<T>({ scrubber }: Judging, payload: T, scrubs: readonly CompiledScrub[]): T {
  const scrubbed = scrubber === undefined ? payload : scrubber.scrub(payload);
  return scrubs.length === 0 ? scrubbed : applyScrubs(scrubbed, scrubs);
}

const keep = (payload: unknown): PayloadVerdict => ({ payload: payload as Payload, dropped: NONE });

function dropBy(reason: string): PayloadVerdict {
  return { payload: undefined, dropped: [{ reason, count: 1 }] };
}
