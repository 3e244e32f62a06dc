import type { ScreenName } from '../describe-screen.ts';
import { notAccepted } from '../not-accepted.ts';

/** The faults a server answers for, by their status code. */
export const httpFaultStatuses = [401, 403, 404, 429, 500, 503] as const;

/** One of {@link httpFaultStatuses}. */
export type HttpFaultStatus = (typeof httpFaultStatuses)[number];

/** Every fault there is a document for. `offline` and `update` have no status code: no server answers with them. */
export const faultStatuses = [...httpFaultStatuses, 'offline', 'update'] as const;

/** One of {@link faultStatuses}. */
export type FaultStatus = (typeof faultStatuses)[number];

/** The screen of each fault. 500 has the words for an error whose side nobody has to tell the reader. */
const FAULT_SCREENS: Readonly<Record<FaultStatus, ScreenName>> = {
  401: 'unauthorized',
  403: 'forbidden',
  404: 'notFound',
  429: 'tooManyRequests',
  500: 'error',
  503: 'maintenance',
  offline: 'offline',
  update: 'update',
};

/** @throws {RangeError} where there is no screen for the status */
export function screenOf(status: FaultStatus): ScreenName {
  if (!faultStatuses.includes(status)) throw notAccepted('status', status, faultStatuses);
  return FAULT_SCREENS[status];
}

/** @throws {RangeError} where no server answers with the status */
export function checkHttpStatus(status: HttpFaultStatus): void {
  if (!httpFaultStatuses.includes(status)) throw notAccepted('status', status, httpFaultStatuses);
}
