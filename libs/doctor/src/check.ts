import type { Application, KitApplication, Repository } from '@adit/codebase';
import type { Level } from './report.ts';
import type { Reader } from '@adit/codebase/source';

/** One application, as a check sees it. */
export interface Subject {
  readonly repository: Repository;
  readonly application: Application;
  readonly reader: Reader;
  readonly context: DoctorContext;
}

/** An application of another framework than Next, as a check sees it. */
export interface KitSubject extends Omit<Subject, 'application'> {
  readonly application: KitApplication;
}

/** Facts about an application that its files do not show. */
export interface DoctorContext {
  /** The environment variables of the server, if they are known. Default none. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** The version of Node that runs the application, such as `20.19.1`. Default: not checked. */
  readonly node?: string;
}

/** A problem that a check found. */
export interface Problem {
  readonly level: Level;
  readonly message: string;
  readonly path?: string | undefined;
  readonly line?: number | undefined;
  readonly fix?: string | undefined;
}

/** One check. It only reads, and never writes. */
export interface Check<Of = Subject> {
  readonly id: string;
  /** One line that a report shows if nothing is wrong. */
  readonly title: string;
  /** Whether it also checks applications that do not use Adit. Default `false`. */
  readonly beforeSetup?: boolean;
  /**
   * Problems in order of their weight. A problem of level `ok` replaces the title, or explains why something was not
   * checked.
   */
  run(subject: Of): readonly Problem[];
}
