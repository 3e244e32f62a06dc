import type { EnvelopeItem } from '@adit/envelope';

/** Judges envelopes before they are forwarded or stored. `createPolicy` of `@adit/policy/tunnel` creates one. */
export interface EnvelopePolicy {
  /** The types of the items that it reads. All others stream past it. */
  readonly types: ReadonlySet<string>;
  /** Begins an envelope. */
  readonly open: (envelope: PolicyEnvelope) => EnvelopeJudge;
}

/** The envelope around the items. */
export interface PolicyEnvelope {
  /** Its header line, without the newline. */
  readonly header: Uint8Array;
  /** The header's `sdk`, as it was parsed. */
  readonly sdk: unknown;
  /** The header's `trace`, as it was parsed. */
  readonly trace: unknown;
  /** The number of the project. */
  readonly project: string;
  /** The client's `User-Agent`. */
  readonly userAgent: string | undefined;
  /** Whether the SDK of this process has handed it over, by `tunnel.send`. */
  readonly isOwn: boolean;
}

/** The judge of one envelope. */
export interface EnvelopeJudge {
  /** The header line to send, without a newline. Default: as received. */
  readonly header?: Uint8Array | undefined;
  /** Returns the verdict on one item; `undefined` if it goes on as it came. */
  readonly judge: (item: PolicyItem, payload: Uint8Array) => PolicyVerdict | undefined;
}

/** An item as its header announces it. */
export type PolicyItem = Pick<EnvelopeItem, 'type' | 'contentType'>;

/** The verdict of a policy on an item that it changes or drops. */
export interface PolicyVerdict {
  /** The payload to send: JSON without a newline. `undefined` drops the item. */
  readonly payload?: Uint8Array | undefined;
  /** The number of items that are left in a container. */
  readonly itemCount?: number | undefined;
  /** The rules that dropped the item, or some items of the container. */
  readonly dropped?: readonly PolicyDrop[] | undefined;
}

/** Items that a rule dropped. */
export interface PolicyDrop {
  /** The id of the rule. Client reports and counts have it. */
  readonly reason: string;
  /** Items of a container. Default 1. */
  readonly count?: number | undefined;
}
