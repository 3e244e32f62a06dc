import { type Application, joinPath, type ReadableFiles } from '@adit/codebase';
import type { Subject } from '../check.ts';
import { createReader } from '@adit/codebase/source';
import { MAX_FILES, readBuild } from './build.ts';

/** The browser's chunks of a build by their debug ids, and the build's record of its source maps. */
export interface BuiltChunks {
  /** Path of a chunk by its debug id. */
  readonly debugIds: ReadonlyMap<string, string>;
  /** Paths of the chunks that were read, including those without a debug id. */
  readonly chunks: readonly string[];
  /** Whether the build may have more chunks: the doctor reads 300. */
  readonly mayHaveMore?: true;
  /**
   * As recorded by `withAdit`, without the last full stop; `undefined` if it is not recorded: with Next before 15.4.1,
   * or in an incomplete build.
   */
  readonly upload?: {
    readonly outcome: 'uploaded' | 'not-uploaded' | 'debug-ids-only' | 'unknown';
    readonly text: string;
  };
}

const UUID = '[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}';
/** As written by Turbopack, by Sentry's plugin for webpack, and in the last line of a script. */
const DEBUG_ID = new RegExp(`(?:_debugIds\\b[^"\\n]{0,40}="|sentry-dbid-|//# debugId=)(${UUID})`, 'i');

/** The debug id of a script; `undefined` if it has none. */
export const debugIdOf = (script: string): string | undefined => DEBUG_ID.exec(script)?.[1]?.toLowerCase();

/** `undefined` if there is no build. */
export function readBuiltChunks(subject: Pick<Subject, 'application' | 'reader'>): BuiltChunks | undefined {
  const build = readBuild(subject);
  if (build === undefined) return undefined;
  const ids = build.scripts.flatMap((path) => {
    const id = debugIdOf(subject.reader.read(path) ?? '');
    return id === undefined ? [] : [[id, path] as const];
  });
  const note = subject.reader.json(joinPath(build.folder, 'adit-source-maps.json'));
  return {
    debugIds: new Map(ids),
    chunks: build.scripts,
    ...(build.scripts.length >= MAX_FILES && { mayHaveMore: true }),
    ...(isNote(note) && { upload: { ...note, text: note.text.replace(/\.$/, '') } }),
  };
}

const isNote = (value: unknown): value is NonNullable<BuiltChunks['upload']> =>
  typeof value === 'object' &&
  value !== null &&
  'outcome' in value &&
  'text' in value &&
  typeof value.text === 'string';

/** The chunks of the last build of an application, for `checkChunk`; `undefined` if there is no build here. */
export const builtChunksOf = (application: Application, files: ReadableFiles): BuiltChunks | undefined =>
  readBuiltChunks({ application, reader: createReader(files) });
