import type { Application, Repository } from '../repository/repository.ts';
import type { Level } from './report.ts';
import type { Reader } from './reader.ts';

/** One application, as a check sees it. */
export interface Subject {
  readonly repository: Repository;
  readonly application: Application;
  readonly reader: Reader;
  readonly context: DoctorContext;
}

/** What the files of a repository do not say. */
export interface DoctorContext {
  /** The environment variables of the server, if they are known. Default none. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** The version of Node that runs the application, such as `20.19.1`. Default: not checked. */
  readonly node?: string;
}

/** What a check found. */
export interface Problem {
  readonly level: Level;
  readonly message: string;
  readonly path?: string | undefined;
  readonly line?: number | undefined;
  readonly fix?: string | undefined;
}

/** One check. It reads, decides, and never writes. */
export interface Check {
  readonly id: string;
  /** What is right if it finds nothing: one line. */
  readonly title: string;
  /** Whether it also checks applications that do not use Adit. Default `false`. */
  readonly beforeSetup?: boolean;
  /** Problems in order of their weight. One of level `ok` says what is right instead of the title, or why something was not checked. */
  run(subject: Subject): readonly Problem[];
}
