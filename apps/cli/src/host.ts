/** What the commands need of the process that runs them. */
export interface Host {
  /** The current folder, as a path of the system. */
  readonly folder: string;
  /** Whether a person can answer questions. */
  readonly canAsk: boolean;
  /** Whether the output shows colours. */
  readonly hasColours: boolean;
  /** Writes to the standard output. */
  print(text: string): void;
  /** Writes to the standard error. */
  warn(text: string): void;
  /** Asks a question that is answered by yes or no. A person who gives up says no. */
  confirm(question: string): Promise<boolean>;
  /** Lets a person choose among names; none if they give up. */
  choose(question: string, names: readonly string[]): Promise<readonly string[]>;
  /** Runs a command in a folder and returns its exit code. What it prints goes to the standard error if `isQuiet`. */
  run(command: string, folder: string, isQuiet: boolean): number;
}
