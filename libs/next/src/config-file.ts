import type { AditOptions } from './options.ts';

/** Used in applications without an `adit.config`. Otherwise `withAdit` replaces it with the application's file. */
const withoutFile: AditOptions = {};

export default withoutFile;
