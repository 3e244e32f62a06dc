import { cpus } from 'node:os';

/**
 * The time and the machine of this process, as documents with figures give them: `on 2 cores (AMD EPYC), 2026-11-26`.
 */
export const thisRun = (now = new Date()) =>
  `on ${cpus().length} cores (${cpus()[0].model}), ${now.toISOString().slice(0, 10)}`;
