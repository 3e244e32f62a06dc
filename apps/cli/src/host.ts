/** The parts of the running process that the commands use. */
export interface Host {
  /** The current folder, as a path of the system. */
  readonly folder: string;
  /** Whether a person can answer questions. */
  readonly canAsk: boolean;
  /** Whether `CI` is set, so that package managers refuse to change a lock file. */
  readonly isCi: boolean;
  /** Whether the output supports colours. */
  readonly hasColours: boolean;
  /** Writes to the standard output. */
  print(text: string): void;
  /** Writes to the standard error. */
  warn(text: string): void;
  /** Asks a yes-or-no question. Cancelling it means no. */
  confirm(question: string): Promise<boolean>;
  /** Lets the user choose among names; empty if they cancel. */
  choose(question: string, names: readonly string[]): Promise<readonly string[]>;
  /** Runs a command in a folder and returns its exit code. If `isQuiet`, its output goes to the standard error. */
  run(command: string, folder: string, isQuiet: boolean): number;
}
