import { type Application, type ReadableFiles, readTunnelPath } from '@adit/codebase';
import { createReader } from '@adit/codebase/source';
import { builtTunnelPath } from './build.ts';

/**
 * The tunnel path of an application as browsers request it, with `basePath`, or the whole address if `adit.config` names another origin;
 * `undefined` if the code computes it.
 */
export const tunnelPathOf = (application: Application, files: ReadableFiles): string | undefined => {
  const path = readTunnelPath({ application, reader: createReader(files) });
  return path && `${path.origin ?? ''}${path.whole}`;
};

/**
 * The tunnel path of the last build, with `basePath`; `undefined` if there is no build here, or it did not record the
 * path.
 */
export const builtTunnelPathOf = (application: Application, files: ReadableFiles): string | undefined =>
  builtTunnelPath({ application, reader: createReader(files) });
