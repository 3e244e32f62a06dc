import type { Payload } from '../rules/payload-facts.ts';

/** The fate of an item. */
export interface ItemFate {
  readonly outcome: 'kept' | 'changed' | 'dropped';
  /** The rule or the budget that dropped it. */
  readonly rule?: string | undefined;
}

/** A short account of an item that was judged: without secrets, and with no more than rules read. */
export interface RecentItem extends ItemFate {
  /** When it was judged, in milliseconds since the epoch. */
  readonly at: number;
  /** The type of the item in the envelope. An item of a container is on its own, under the type of the container. */
  readonly type: string;
  /** The number of the project. */
  readonly project: string;
  /** The name of the envelope's SDK. */
  readonly sdk?: string | undefined;
  /** The `User-Agent` of the client. */
  readonly userAgent?: string | undefined;
  /** The payload, cut: a policy judges it again. */
  readonly payload: Payload;
  /** How many items of its minute it stands for, itself included. */
  readonly standsFor: number;
}

/** An item without what the ring knows. */
export type NotedItem = Omit<RecentItem, 'at' | 'standsFor'>;
