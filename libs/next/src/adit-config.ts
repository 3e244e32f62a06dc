// By its public name, not by a relative path: `withAdit` puts the application's file in its place.
import file from '@adit/next/config-file';
import type { AditOptions } from './options.ts';

/** The application's `adit.config`; empty without one. */
export const adit: AditOptions = file;
