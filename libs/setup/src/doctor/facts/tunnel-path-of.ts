import type { ReadableFiles } from '../../files.ts';
import type { Application, Repository } from '../../repository/repository.ts';
import { createReader } from '../reader.ts';
import { builtTunnelPath } from './build.ts';
import { readTunnelPath } from './settings.ts';

/** The tunnel path of an application as browsers request it, with `basePath`; `undefined` if the code computes it. */
export const tunnelPathOf = (
  repository: Repository,
  application: Application,
  files: ReadableFiles,
): string | undefined =>
  readTunnelPath({ repository, application, reader: createReader(files), context: {} })?.whole;

/** The tunnel path of the last build, with `basePath`; `undefined` if there is no build here, or it does not note the path. */
export const builtTunnelPathOf = (
  repository: Repository,
  application: Application,
  files: ReadableFiles,
): string | undefined =>
  builtTunnelPath({ repository, application, reader: createReader(files), context: {} });
