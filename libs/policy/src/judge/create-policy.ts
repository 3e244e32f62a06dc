import { readProperty } from '@adit/common';
import { createBudget, type Budget, type BudgetError, type BudgetStore } from '../budget/index.ts';
import type { BudgetSettings, PolicyDocument } from '../document/policy-document.ts';
import { checkDocument } from '../document/read-document.ts';
import { isBot } from '../noise/bots.ts';
import { createNotes, type Notes } from '../recent/notes.ts';
import type { RecentItem } from '../recent/recent-item.ts';
import { createRing } from '../recent/ring.ts';
import {
  countsIn,
  enforce,
  secretsIn,
  withoutApplied,
  type BuiltInParts,
  type FoundSecrets,
  type Judging,
  type OwnRequests,
} from './force.ts';
import { judgePayload, type EnvelopeSight, type Payload } from './judge-payload.ts';

/** Options of {@link createPolicy}. */
export interface PolicyOptions extends OwnRequests {
  /** The first document. Default: the built-in rules. */
  readonly document?: PolicyDocument | undefined;
  /** Shares the counts of budgets with other replicas. Default: each process counts for itself. */
  readonly budgetStore?: BudgetStore | undefined;
  /** The clock of budgets and of recent items. Default: the host's. */
  readonly budgetClock?: { now(): number } | undefined;
  /** Whether to keep a sample of the items of the last hour, in at most 2 MiB, to try other documents on. Default `false`. */
  readonly recent?: boolean | undefined;
  /**
   * The noise rules and the scrubbing that the SDK of this process applies before it hands its envelopes over (`isOwn`). They are not
   * applied to those again, unless the document in force has other settings. Default: none of both is applied.
   */
  readonly appliedBySdk?: BuiltInParts | undefined;
}

/** The counts of a policy, for a page. */
export interface PolicyReport {
  /** How many items each rule matched since its document is in force, also in a dry run. */
  readonly counts: Readonly<Record<string, number>>;
  /** Why rules are there, by id: of all built-in ones, and of those of the document that say so. */
  readonly reasons: Readonly<Record<string, string>>;
  /** The rules of these that are a dry run: they count, without effect. */
  readonly dryRuns: readonly string[];
  /** The ids of the `scrub` rules in effect. */
  readonly scrubs: readonly string[];
  /** The secrets that the document in force has found. */
  readonly secrets: FoundSecrets;
  /** The errors that came most often, at most ten. */
  readonly top: readonly BudgetError[];
  /** Whether budgets drop anything. */
  readonly hasBudgets: boolean;
  /** A safe value for `budgets.perDay`; `undefined` before an hour has ended. */
  readonly suggestedPerDay: number | undefined;
}

/** A policy for the option `policy` of `createTunnel`. */
export interface Policy {
  /** The types of the items that it reads. */
  readonly types: ReadonlySet<string>;
  /** Begins an envelope. */
  readonly open: (envelope: OpenedEnvelope) => EnvelopeJudge;
  /**
   * Puts another document in force, for the envelopes that begin from now on.
   * @throws {PolicyError} for a wrong document; the former one stays in force
   */
  readonly use: (document: PolicyDocument) => void;
  readonly report: () => PolicyReport;
  /** Tells the store of the budgets all counts, before the process ends. Resolves when it has answered or failed. */
  readonly flush: () => Promise<void>;
  /**
   * A fair sample of the items of the last hour: at most 16 of each minute, without secrets. Empty unless the option `recent` is set. It
   * takes milliseconds.
   */
  readonly recent: () => readonly RecentItem[];
}

/** The envelope around the items. */
export interface OpenedEnvelope {
  /** Its header line, without the newline. */
  readonly header: Uint8Array;
  /** The header's `sdk`. */
  readonly sdk: unknown;
  /** The header's `trace`. */
  readonly trace: unknown;
  /** The number of the project. */
  readonly project: string;
  /** The `User-Agent` of the client; `undefined` if it is no browser. */
  readonly userAgent: string | undefined;
  /** Whether the SDK of this process has handed it over. Default `false`. */
  readonly isOwn?: boolean | undefined;
}

/** The judge of one envelope. */
export interface EnvelopeJudge {
  /** The header line to send; `undefined` if it stays as it is. */
  readonly header: Uint8Array | undefined;
  /** Returns the verdict on the payload of an item; `undefined` if it stays as it is. */
  readonly judge: (item: { readonly type: string }, payload: Uint8Array) => ItemVerdict | undefined;
}

/** The verdict on an item that is changed or dropped. */
export interface ItemVerdict {
  /** The payload to send; `undefined` to drop the item. */
  readonly payload: Uint8Array | undefined;
  /** The number of items that are left in a container. */
  readonly itemCount: number | undefined;
  /** The rules that dropped the item, or items of the container. */
  readonly dropped: readonly { readonly reason: string; readonly count: number }[];
}

/** The items with JSON. Recordings, profiles and attachments are bytes. */
const TYPES: ReadonlySet<string> = new Set([
  'event',
  'transaction',
  'span',
  'log',
  'feedback',
  'replay_event',
  'trace_metric',
]);

/** The type of errors, which are counted. */
const ERROR = 'event';

const CONTAINERS: ReadonlySet<string> = new Set(['span', 'log']);

/** Without budgets, errors are counted for the page alone. */
const COUNTING: BudgetSettings = { dryRun: true };

/** The agent of a browser, and of a crawler that runs scripts. SDKs of servers have other ones. */
const BROWSER = /^Mozilla\//;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * Creates a policy: it drops noise, removes secrets and applies a team's rules to envelopes in a tunnel.
 *
 * An item that is no JSON passes: ingest refuses it.
 * @throws {PolicyError} for a wrong document
 */
export function createPolicy({
  document = { version: 1 },
  budgetStore,
  budgetClock = Date,
  recent = false,
  appliedBySdk,
  ...own
}: PolicyOptions = {}): Policy {
  const budgetOf = (settings: BudgetSettings = COUNTING): Budget =>
    createBudget({ settings, store: budgetStore, clock: budgetClock });
  checkDocument(document);
  let budgets = document.budgets;
  let force = enforce(document, own, budgetOf(budgets));
  const leftOf = (given: PolicyDocument): Judging =>
    appliedBySdk ? withoutApplied(force, given, appliedBySdk) : force;
  let left = leftOf(document);
  const ring = recent ? createRing({ clock: budgetClock }) : undefined;
  let notes = ring && createNotes(ring, document);
  return {
    types: TYPES,
    use: (next) => {
      checkDocument(next);
      // The counts go on if the budgets stay as they are.
      const isSame = JSON.stringify(next.budgets) === JSON.stringify(budgets);
      force = enforce(next, own, isSame ? force.budget : budgetOf(next.budgets));
      left = leftOf(next);
      budgets = next.budgets;
      notes = ring && createNotes(ring, next);
    },
    report: () => ({
      counts: countsIn(force),
      reasons: force.reasons,
      dryRuns: force.dryRuns,
      scrubs: force.scrubs,
      secrets: secretsIn(force),
      top: force.budget.top(),
      hasBudgets: budgets !== undefined && budgets.dryRun !== true,
      suggestedPerDay: force.budget.suggest(),
    }),
    flush: () => force.budget.flush(),
    open: (envelope) => openEnvelope(envelope.isOwn ? left : force, notes, envelope),
    recent: () => ring?.items() ?? [],
  };
}

function openEnvelope(force: Judging, notes: Notes | undefined, envelope: OpenedEnvelope): EnvelopeJudge {
  let sight: EnvelopeSight | undefined;
  return {
    header: cleanHeader(force, envelope),
    judge: ({ type }, bytes) => {
      // The sample of the last hour has all types.
      if (force.onlyCounts && type !== ERROR && notes === undefined) return undefined;
      const payload = parse(decoder.decode(bytes));
      if (payload === undefined) return undefined;
      // Many envelopes have no item that is judged.
      sight ??= sightOf(force, envelope);
      const verdict = judgePayload(force, sight, type, payload);
      notes?.note(
        { sdk: sight.sdk, project: envelope.project, userAgent: envelope.userAgent },
        type,
        payload,
        verdict,
      );
      const { dropped } = verdict;
      if (verdict.payload === payload) return undefined;
      if (verdict.payload === undefined) return { payload: undefined, itemCount: undefined, dropped };
      const { items } = verdict.payload;
      return {
        payload: encoder.encode(JSON.stringify(verdict.payload)),
        itemCount: Array.isArray(items) && CONTAINERS.has(type) ? items.length : undefined,
        dropped,
      };
    },
  };
}

function sightOf({ dropsBots }: Judging, { sdk, project, userAgent }: OpenedEnvelope): EnvelopeSight {
  const name = readProperty(sdk, 'name');
  return {
    sdk: typeof name === 'string' ? name : undefined,
    project,
    isOfBot: dropsBots && userAgent !== undefined && BROWSER.test(userAgent) && isBot(userAgent),
  };
}

/** The header holds the name of the root span, for sampling rules. */
function cleanHeader({ scrubber }: Judging, { header, trace }: OpenedEnvelope): Uint8Array | undefined {
  const transaction = readProperty(trace, 'transaction');
  // Almost all names are plain. The rest of the trace has ids, and is read only if the name is not.
  if (scrubber === undefined || typeof transaction !== 'string') return undefined;
  if (scrubber.scrub({ transaction }).transaction === transaction) return undefined;
  const fields = parse(decoder.decode(header));
  return fields && encoder.encode(JSON.stringify({ ...fields, trace: scrubber.scrub(trace) }));
}

function parse(text: string): Payload | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Payload)
      : undefined;
  } catch {
    return undefined;
  }
}
