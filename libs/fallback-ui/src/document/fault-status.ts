import type { ScreenName } from '../describe-screen.ts';
import { notAccepted } from '../not-accepted.ts';

/** The status codes with a document. */
export const httpFaultStatuses = [401, 403, 404, 429, 500, 503] as const;

/** A status code with a document. */
export type HttpFaultStatus = (typeof httpFaultStatuses)[number];

/** Every document: `offline` and `update` have no status code, because no server answers with them. */
export const faultStatuses = [...httpFaultStatuses, 'offline', 'update'] as const;

export type FaultStatus = (typeof faultStatuses)[number];

/** The screen of each document. */
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

/** @throws {RangeError} if the status is unknown */
export function screenOf(status: FaultStatus): ScreenName {
  if (!faultStatuses.includes(status)) throw notAccepted('status', status, faultStatuses);
  return FAULT_SCREENS[status];
}

/** @throws {RangeError} if it is not one of the status codes */
export function checkHttpStatus(status: HttpFaultStatus): void {
  if (!httpFaultStatuses.includes(status)) throw notAccepted('status', status, httpFaultStatuses);
}
