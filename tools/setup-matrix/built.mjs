// The built packages, which are what users install.
import { importFrom } from '../src/projects.mjs';

export const { createDraft, readRepository } = await importFrom('libs/codebase/dist/index.js');
export const { planConversion, planRemoval, planSetup } = await importFrom('libs/setup/dist/index.js');
export const { diagnose } = await importFrom('libs/doctor/dist/index.js');
export const { createFolderFiles } = await importFrom('apps/cli/dist/folder-files.js');
