export type { Files, ReadableFiles } from './files.ts';
export { joinPath } from './join-path.ts';
export { applyPlan, invertPlan } from './plan/apply-plan.ts';
export { createDraft, type Draft } from './plan/draft.ts';
export {
  chosenApplications,
  chosenKitApplications,
  type Change,
  type Plan,
  type PlanOptions,
  type Step,
} from './plan/plan.ts';
export { RECORD_PATH, recordChanges, recordedPaths, restoreRecorded, type Restored } from './plan/record.ts';
export { allApplications, onlyApplications } from './repository/all-applications.ts';
export { findFile, passesOnRoot } from './repository/application-files.ts';
export { conventionOf, endingOf, findConventions, isNamed, takenName } from './repository/conventions.ts';
export { cspFiles } from './repository/csp-files.ts';
export { findCspNonce, type CspNonce } from './repository/csp-nonce.ts';
export { readDependency, type Dependency } from './repository/dependency.ts';
export { FRAMEWORKS, type Framework, type KitApplication } from './repository/kit-application.ts';
export type { KitLibrary } from './repository/kit-library.ts';
export { addCommand, inFolderOf, removeCommand } from './repository/package-commands.ts';
export { isNextBefore, rangesMeet } from './repository/ranges.ts';
export { readApplication } from './repository/read-application.ts';
export { rangeOf, readManifest, textsOf, type Manifest } from './repository/read-manifest.ts';
export { readRepository } from './repository/read-repository.ts';
export type { Application, ApplicationFiles, PackageManager, Repository } from './repository/repository.ts';
export { createResolver } from './repository/resolve-module.ts';
export { findScripts, folderOf, mayHoldSources } from './repository/scripts.ts';
export { findServerlessHost, type ServerlessHost } from './repository/serverless-host.ts';
export {
  readNextOption,
  readOption,
  readOwnTunnelPath,
  readTunnelPath,
  type Setting,
  type TunnelPath,
} from './repository/settings.ts';
export { isStrictInstall, isYarnBerry } from './repository/strict-install.ts';
