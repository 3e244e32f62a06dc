import { joinPath } from '@adit/codebase';
import type { Subject } from '../check.ts';

/** Whether the file with a token that Sentry's wizard writes exists. */
export const hasTokenFile = ({ application, reader }: Subject): boolean =>
  [application.folder, ''].some((folder) => reader.exists(joinPath(folder, '.env.sentry-build-plugin')));
