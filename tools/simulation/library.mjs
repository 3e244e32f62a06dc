// The parts of @adit/tunnel that the simulation runs, compiled from their sources as they are imported.
import { register } from 'node:module';
import { importFrom } from '../src/projects.mjs';

register('@swc-node/register/esm', import.meta.url);
const { createDrain } = await importFrom('libs/tunnel/src/spool/drain.ts');
const { SpoolElsewhereError, SpoolFullError } = await importFrom('libs/tunnel/src/stores/stores.ts');

export const library = { createDrain, SpoolElsewhereError, SpoolFullError };
