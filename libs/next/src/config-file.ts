import type { AditOptions } from './options.ts';

/** Stands for `adit.config` in applications without one. `withAdit` puts the application's file in its place. */
const withoutFile: AditOptions = {};

export default withoutFile;
