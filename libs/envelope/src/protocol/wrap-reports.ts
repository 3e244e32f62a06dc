import { isObject, parseJson, partsOf } from './json-object.ts';
import { wrapItem } from './wrap-event.ts';

/** The maximum number of reports in one request. Chromium queues 100 for a page and sends them together. */
export const MAX_REPORTS = 100;

/** The reason why reports are refused. */
export type ReportFault = 'report-malformed' | 'reports-too-many';

/** The type of a Network Error Logging report (https://www.w3.org/TR/network-error-logging/#network-error-reports). */
const NETWORK_ERROR = 'network-error';

const encoder = new TextEncoder();

/** Fields of the item that Relay takes from the query (`endpoints/security_report.rs`). */
const TAGS = ['sentry_release', 'sentry_environment'] as const;

/**
 * Makes an envelope for each security report, as Relay does: ingest accepts one report per envelope. A body is one
 * report (CSP, Expect-CT, Expect-Staple, HPKP), or a list of the Reporting API. The bytes of each report stay
 * unchanged.
 * @param search the query, with the release and the environment
 * @param newId returns the id of a report: 32 hexadecimal digits
 */
export function wrapReports(
  body: Uint8Array,
  search: string,
  newId: () => string,
): readonly Uint8Array[] | ReportFault {
  const query = new URLSearchParams(search);
  const tags: Record<string, string> = {};
  for (const name of TAGS) if (query.get(name)) tags[name] = query.get(name) as string;

  const reports = splitReports(body);
  if (typeof reports === 'string') return reports;
  return reports.map(({ isNetworkError, bytes }) =>
    isNetworkError
      ? wrapItem({}, { type: 'nel' }, bytes)
      : wrapItem({ event_id: newId() }, { type: 'raw_security', ...tags }, bytes),
  );
}

interface Report {
  readonly bytes: Uint8Array;
  readonly isNetworkError: boolean;
}

function splitReports(body: Uint8Array): readonly Report[] | ReportFault {
  const parsed = parseJson(body);
  if (parsed === undefined) return 'report-malformed';
  const { value, text } = parsed;
  if (isObject(value)) return [{ bytes: encoder.encode(text.trim()), isNetworkError: isNetworkError(value) }];
  if (!Array.isArray(value) || value.length === 0 || !value.every(isObject)) return 'report-malformed';
  if (value.length > MAX_REPORTS) return 'reports-too-many';
  return partsOf(text).map(({ start, end }, index) => ({
    bytes: encoder.encode(text.slice(start, end).trim()),
    isNetworkError: isNetworkError(value[index]),
  }));
}

function isNetworkError(report: Readonly<Record<string, unknown>> | undefined): boolean {
  return report?.['type'] === NETWORK_ERROR;
}
