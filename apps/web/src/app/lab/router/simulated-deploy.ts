import { readCookie, writeCookie } from './browser-cookies';
import { buildName, DOCUMENT_COOKIE, readBuilds, SERVED_COOKIE, type Builds } from './builds';
import { beginDeployJournal, deployJournal, NO_DEPLOY } from './deploy-journal';
import { createExternalValue } from './external-value';

/** The builds as this document knows them: the cookies say so to the server. */
export const simulatedBuilds = createExternalValue<Builds>({
  read: () => readBuilds(readCookie),
  write({ document, served }) {
    writeCookie(DOCUMENT_COOKIE, String(document));
    writeCookie(SERVED_COOKIE, String(served));
  },
});

/** The breaker allows one load for each build and target. This app has but one build, so each deployment gets a target. */
function nameBuildInAddress(build: number): void {
  const url = new URL(location.href);
  url.searchParams.set('build', String(build));
  history.replaceState(history.state, '', url);
}

/** From now on the server answers as a newer build. */
export function deploy(): void {
  const { document, served } = simulatedBuilds.get();
  const next = Math.max(document, served) + 1;
  simulatedBuilds.set({ document, served: next });
  nameBuildInAddress(next);
  beginDeployJournal(`${buildName(next)} was deployed.`);
}

/** The server answers as the build of this document again. */
export function undoDeploy(): void {
  const { document } = simulatedBuilds.get();
  simulatedBuilds.set({ document, served: document });
  deployJournal.set(NO_DEPLOY);
}
