// Imported by its public name, because `withAdit` replaces it with the application's file.
import file from '@adit/next/config-file';
import type { AditOptions } from './options.ts';

/** The application's `adit.config`; empty without one. */
export const adit: AditOptions = file;
