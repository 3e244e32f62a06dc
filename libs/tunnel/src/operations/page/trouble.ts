/** Something that needs a person, or will. */
export interface Trouble {
  readonly text: string;
  readonly short: string;
  /** The section of the runbook. */
  readonly runbook: string;
}
