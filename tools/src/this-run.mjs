import { cpus } from 'node:os';

/** When and where this process runs, as documents of figures say it: `on 2 cores (AMD EPYC), 2026-11-26`. */
export const thisRun = (now = new Date()) =>
  `on ${cpus().length} cores (${cpus()[0].model}), ${now.toISOString().slice(0, 10)}`;
