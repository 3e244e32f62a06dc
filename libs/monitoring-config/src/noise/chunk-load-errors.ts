import type { Event } from '@sentry/core';
import { capturedError } from './error-facts.ts';

interface ChunkWording {
  /** The loader that failed: the second part of the fingerprint. */
  readonly loader: 'webpack' | 'turbopack' | 'module' | 'stylesheet';
  readonly pattern: RegExp;
}

/** Messages of loaders. Each contains the name of a chunk, so without grouping every build opens an issue for every chunk. */
const CHUNK_WORDINGS: readonly ChunkWording[] = [
  // webpack/lib/web/JsonpChunkLoadingRuntimeModule.js
  { loader: 'webpack', pattern: /^Loading (?:hot update )?chunk \S+ failed(?:\.?$|\.?\s*\(|\.\s)/ },
  // Turbopack's runtime, `loadChunkInternal`; before Next 16.1 the name is Error
  {
    loader: 'turbopack',
    pattern: /^Failed to load chunk \S+ (?:from module |from an HMR update|as a runtime dependency )/,
  },
  // import() of Chromium, of Firefox and of Safari
  { loader: 'module', pattern: /^Failed to fetch dynamically imported module: / },
  { loader: 'module', pattern: /^error loading dynamically imported module(?:: | with source |$)/i },
  { loader: 'module', pattern: /^Loading failed for the module with source / },
  { loader: 'module', pattern: /^Importing a module script failed\.$/ },
  // Safari, if the response for a missing chunk is HTML
  { loader: 'module', pattern: /^'[\w/+.;= -]*' is not a valid JavaScript MIME type\.$/ },
  // mini-css-extract-plugin, then Vite
  { loader: 'stylesheet', pattern: /^Loading CSS chunk \S+ failed(?:\.?$|\.?\s*\(|\.\s)/ },
  { loader: 'stylesheet', pattern: /^Unable to preload CSS for \S+$/ },
];

/** Returns the loader that failed; `undefined` for other errors. */
export function failedChunkLoader(event: Event): ChunkWording['loader'] | undefined {
  const { message } = capturedError(event);
  return CHUNK_WORDINGS.find(({ pattern }) => pattern.test(message))?.loader;
}
