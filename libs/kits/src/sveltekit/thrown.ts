/** The parts of the argument of SvelteKit's `handleError` that are read. */
export interface Thrown {
  readonly error: unknown;
  /** Of SvelteKit 3. */
  readonly kind?: string;
  /** Of SvelteKit 2. */
  readonly status?: number;
}

/** Whether nobody expected the error. Others are thrown intentionally, or are SvelteKit's own, such as 404. */
export const isUnexpected = ({ kind, status = 500 }: Thrown): boolean =>
  kind === undefined ? status >= 500 : kind === 'unknown';
