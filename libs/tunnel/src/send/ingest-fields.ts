import {
  ENVELOPE_CONTENT_TYPE,
  isFieldValue,
  originOfReferer,
  REQUEST_HEADERS,
  type ContentCoding,
} from '@adit/envelope';
import type { Client } from '../request/clients.ts';
import { refusal, type Refusal } from '../outcome/outcomes.ts';

/** The parts of a request from which header fields are built. */
export interface IngestFieldsInput {
  readonly header: (name: string) => string | undefined;
  readonly client: Client;
  readonly coding: ContentCoding;
}

/** The header fields of the forwarded request, without its length. */
export type IngestFields = Record<string, string>;

/**
 * Collects the header fields for ingest. Fields that are not listed are not passed on.
 * @param auth the value of `X-Sentry-Auth`
 */
export function collectIngestFields(
  { header, client, coding }: IngestFieldsInput,
  auth: string,
): { readonly fields: IngestFields } | Refusal {
  const fields: IngestFields = {
    'content-type': ENVELOPE_CONTENT_TYPE,
    // The answer is passed on unchanged and without its content-encoding, so none is requested.
    'accept-encoding': 'identity',
    'x-sentry-auth': auth,
  };
  if (client.forwardedFor !== '') fields['x-forwarded-for'] = client.forwardedFor;
  if (coding !== 'identity') fields['content-encoding'] = coding;
  for (const name of REQUEST_HEADERS) {
    const value = header(name);
    if (value === undefined) continue;
    if (!isFieldValue(value)) return refusal('field-malformed');
    fields[name] = name === 'referer' ? originOfReferer(value) : value;
  }
  return { fields };
}

/** The fields that are stored with an envelope. The key is omitted: at delivery it is taken from the configuration. */
export function withoutAuth(fields: IngestFields): IngestFields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => name !== 'x-sentry-auth'));
}
