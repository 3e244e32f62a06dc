/** The parts of the argument of SvelteKit's `handleError` that are read. */
export interface Thrown {
  readonly error: unknown;
  /** Of SvelteKit 3. */
  readonly kind?: string;
  /** Of SvelteKit 2. In development, SvelteKit 3 warns of code that reads it. */
  readonly status?: number;
}

/** Whether nobody expected the error. Others are thrown intentionally, or are SvelteKit's own, such as 404. */
export const isUnexpected = (thrown: Thrown): boolean =>
  thrown.kind === undefined ? (thrown.status ?? 500) >= 500 : thrown.kind === 'unknown';
