import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where backends are installed, once for all checkouts. `ADIT_BACKENDS_FOLDER` names another folder. */
export const CACHE = process.env.ADIT_BACKENDS_FOLDER ?? join(tmpdir(), 'adit-backends');
