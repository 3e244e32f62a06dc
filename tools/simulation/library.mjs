// The parts of @adit/tunnel that the simulation runs, compiled from their sources as they are imported.
import { register } from 'node:module';

register('@swc-node/register/esm', import.meta.url);
const { createDrain } = await import('../../libs/tunnel/src/spool/drain.ts');
const { SpoolElsewhereError, SpoolFullError } = await import('../../libs/tunnel/src/stores/stores.ts');

export const library = { createDrain, SpoolElsewhereError, SpoolFullError };
