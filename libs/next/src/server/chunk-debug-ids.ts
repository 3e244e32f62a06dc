import { readFileSync } from 'node:fs';
import { getClient } from '@sentry/nextjs';

/** A chunk of the server's, in the folder of the build. */
const CHUNK = /^(?!.*[\\/]node_modules[\\/]).*[\\/]server[\\/].+\.js$/;

/** The debug id in the text of a chunk, as written by Turbopack or Sentry's plugin for webpack. */
const DEBUG_ID = /(?:\/\/# debugId=|sentry-dbid-)([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})/i;

/**
 * The maximum number of files read in the life of a process. A build with more edge chunks would be unusually large.
 */
const MAX_FILES = 1_000;

/** Debug ids by a stack that ends in their chunk, stored where the SDK looks for Turbopack's. */
const known = globalThis as { _debugIds?: Record<string, string> };

/**
 * Gives the SDK on Node the debug ids of the edge's chunks. Next runs these in a separate context, where each chunk
 * registers its debug id for the SDK there, but errors of the edge are reported by Node. So the id is read from the
 * chunk when the first error names it.
 */
export function readDebugIds(): void {
  const read = new Set<string>();
  getClient()?.on('preprocessEvent', ({ exception }) => {
    for (const { stacktrace } of exception?.values ?? [])
      for (const { filename } of stacktrace?.frames ?? []) {
        if (filename === undefined || !CHUNK.test(filename)) continue;
        if (read.has(filename) || read.size >= MAX_FILES) continue;
        read.add(filename);
        const id = debugIdOf(filename);
        if (id !== undefined) (known._debugIds ??= {})[`Error\n    at chunk (${filename}:1:1)`] = id;
      }
  });
}

function debugIdOf(file: string): string | undefined {
  try {
    return DEBUG_ID.exec(readFileSync(file, 'utf8'))?.[1];
  } catch {
    return undefined;
  }
}
