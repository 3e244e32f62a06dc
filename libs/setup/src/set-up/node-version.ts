import { joinPath, readManifest, rangesMeet } from '@adit/codebase';
import type { SetUp } from './context.ts';
import { SUPPORTED_NODE } from './versions.ts';

/** Adds a step for files that require a Node version that is too old, each with the text to write. */
export function planNodeVersion({ application, draft, steps }: SetUp): void {
  const folders = [...new Set([application.folder, ''])];
  const files = folders.flatMap((folder) =>
    ['.nvmrc', '.node-version'].map((name) => {
      const path = joinPath(folder, name);
      return { path, version: draft.read(path)?.trim(), snippet: '22' };
    }),
  );
  const images = folders.map((folder) => {
    const path = joinPath(folder, 'Dockerfile');
    const version = /^FROM\s+(?:--\S+\s+)?(?:\S*\/)?node:(\d[\d.]*)/im.exec(draft.read(path) ?? '')?.[1];
    return { path, version, snippet: 'FROM node:22' };
  });
  const engines = {
    path: application.manifest,
    version: readManifest(draft, application.manifest)?.engines?.node,
    snippet: `"node": "${SUPPORTED_NODE}"`,
  };
  for (const { path, version, snippet } of [...files, ...images, engines])
    if (version !== undefined && isTooOld(version))
      steps.push({
        application: application.folder,
        path,
        reason: `Adit needs Node ${SUPPORTED_NODE}.`,
        byHand: { why: `it names Node ${version}`, snippet },
      });
}

const isTooOld = (version: string): boolean => rangesMeet(version, SUPPORTED_NODE) === false;
