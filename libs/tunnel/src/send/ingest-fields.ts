import type { ContentCoding } from '../protocol/content-encoding.ts';
import { ENVELOPE_CONTENT_TYPE, isFieldValue, REQUEST_HEADERS } from '../protocol/headers.ts';
import type { Client } from '../request/clients.ts';
import { refusal, type Refusal } from '../outcome/outcomes.ts';

/** What is told of a request to ingest. */
export interface IngestFieldsInput {
  readonly header: (name: string) => string | undefined;
  readonly client: Client;
  readonly coding: ContentCoding;
  /** The value of `X-Sentry-Auth`. */
  readonly auth: string;
}

/** The header of the forwarded request, but for its length. */
export type IngestFields = Record<string, string>;

/** Picks what crosses to ingest; everything it does not name stays behind. */
export function collectIngestFields({
  header,
  client,
  coding,
  auth,
}: IngestFieldsInput): { readonly fields: IngestFields } | Refusal {
  const fields: IngestFields = {
    'content-type': ENVELOPE_CONTENT_TYPE,
    // The answer crosses as it is and without its own content-encoding, so none is asked for.
    'accept-encoding': 'identity',
    'x-sentry-auth': auth,
    'x-forwarded-for': client.forwardedFor,
  };
  if (coding !== 'identity') fields['content-encoding'] = coding;
  for (const name of REQUEST_HEADERS) {
    const value = header(name);
    if (value === undefined) continue;
    if (!isFieldValue(value)) return refusal('field-malformed');
    fields[name] = value;
  }
  return { fields };
}

/** What is stored of it with an envelope: not the key, which is the configuration's at the time it is sent. */
export function withoutAuth(fields: IngestFields): IngestFields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => name !== 'x-sentry-auth'));
}
