/** A problem that needs a person, now or soon. */
export interface Trouble {
  readonly text: string;
  readonly short: string;
  /** The section of the runbook. */
  readonly runbook: string;
}
