/** Errors that ingest answered to forwarded envelopes, by project and status. Rate limits are no errors. */
export interface IngestErrors {
  readonly add: (project: string | undefined, status: number) => void;
  readonly read: () => ErrorCounts;
}

/** Counts by project, then by status. */
export type ErrorCounts = Readonly<Record<string, Readonly<Record<string, number>>>>;

const FIRST_ERROR = 400;
const RATE_LIMITED = 429;

/** Whether ingest did not take the envelope that it answered with this status, and did not limit it either. */
export const isRejection = (status: number): boolean => status >= FIRST_ERROR && status !== RATE_LIMITED;

/** Creates {@link IngestErrors}. They grow with the configured DSNs and the statuses of HTTP only. */
export function createIngestErrors(): IngestErrors {
  const counts = new Map<string, Map<number, number>>();
  return {
    add: (project = 'unknown', status) => {
      if (!isRejection(status)) return;
      const ofProject = counts.get(project) ?? new Map<number, number>();
      counts.set(project, ofProject.set(status, (ofProject.get(status) ?? 0) + 1));
    },
    read: () =>
      Object.fromEntries(
        [...counts].map(([project, statuses]) => [project, Object.fromEntries(statuses)] as const),
      ),
  };
}
