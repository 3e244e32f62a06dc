import { gunzipSync } from 'node:zlib';
import { parseEnvelope, type Envelope, type Event } from '@sentry/core';
import type { ReceivedRequest, ScriptedIngest } from '@adit/testing';

/** An item as the SDK's own parser reads it. */
export interface Item {
  readonly type: string;
  readonly payload: Event & { [key: string]: unknown };
}

/** The items of a received envelope, read by the SDK's own parser. Servers compress large ones. */
export function readItems({ body, headers }: Pick<ReceivedRequest, 'body' | 'headers'>): Item[] {
  const envelope: Envelope = parseEnvelope(headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body);
  return envelope[1].map(([{ type }, payload]) => ({ type, payload: payload as Item['payload'] }));
}

/** Every item ingest received so far. */
export const receivedItems = (ingest: ScriptedIngest): Item[] =>
  ingest.received.flatMap((request) => readItems(request));

/** Waits for the first error event whose message contains `text`. */
export async function waitForError(
  ingest: ScriptedIngest,
  text: string,
): Promise<{ event: Event; request: ReceivedRequest }> {
  return waitForEvent(ingest, ({ exception }) => JSON.stringify(exception ?? {}).includes(text));
}

/** Waits for an event that is the wanted one. */
export async function waitForEvent(
  ingest: ScriptedIngest,
  isWanted: (event: Event) => boolean,
): Promise<{ event: Event; request: ReceivedRequest }> {
  const find = (request: ReceivedRequest): Event | undefined =>
    readItems(request).find(({ type, payload }) => type === 'event' && isWanted(payload))?.payload;
  const request = await ingest.waitFor((candidate) => find(candidate) !== undefined);
  return { event: find(request) as Event, request };
}

/** Messages of the error events received. */
export const errorMessages = (ingest: ScriptedIngest): string[] =>
  receivedItems(ingest)
    .filter(({ type }) => type === 'event')
    .flatMap(({ payload }) => payload.exception?.values?.map(({ value }) => value ?? '') ?? []);

interface StreamedSpan {
  readonly name: string;
  readonly is_segment: boolean;
}

/** Names of the traces received: those of transactions, and of streamed segment spans (SDK version 11). */
export const segmentNames = (ingest: ScriptedIngest): string[] =>
  receivedItems(ingest).flatMap(({ type, payload }) => {
    if (type === 'transaction') return [payload.transaction ?? ''];
    const spans = type === 'span' ? ((payload.items ?? []) as readonly StreamedSpan[]) : [];
    return spans.filter(({ is_segment }) => is_segment).map(({ name }) => name);
  });
