// The parts of @adit/tunnel that the simulation runs, compiled from their sources on import.
import { register } from 'node:module';
import { importFrom } from '../src/projects.mjs';

register('@swc-node/register/esm', import.meta.url);
const { createDrain } = await importFrom('libs/spool/src/drain/drain.ts');
const { SpoolElsewhereError, SpoolFullError } = await importFrom('libs/spool/src/stores/stores.ts');

export const library = { createDrain, SpoolElsewhereError, SpoolFullError };
