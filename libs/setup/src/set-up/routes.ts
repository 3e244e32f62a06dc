import { addToLayout } from '../edits/layout.ts';
import { addToOwnScreen } from '../edits/own-screen.ts';
import { joinPath } from '../join-path.ts';
import { findFile } from '../repository/application-files.ts';
import { findServerlessHost } from '../repository/serverless-host.ts';
import { findScripts, folderOf } from '../repository/scripts.ts';
import { createFile, editFile, type SetUp } from './context.ts';
import { findRootLayouts } from './root-layouts.ts';
import { TEMPLATES } from './templates.ts';

const ENDINGS = ['tsx', 'jsx', 'js', 'ts'];

/** Screens that lie in the folder of a root layout, with what they show. */
const SCREENS = {
  error: 'a failed page',
  'not-found': '404',
  forbidden: '403',
  unauthorized: '401',
} as const;

/** The routes of the App Router: root layouts and screens. */
export function planApp(setUp: SetUp, appFolder: string): void {
  const { draft, application } = setUp;
  const layouts = findRootLayouts(draft, appFolder);
  for (const path of findScripts(draft, appFolder, { name: /^(?:global-)?error$/ }))
    editFile(
      setUp,
      path,
      addToOwnScreen,
      'Reports the error that this screen shows.',
      `import { captureError } from '@adit/next/report';\n\nuseEffect(() => captureError(error), [error]);`,
    );
  for (const layout of layouts) {
    editFile(
      setUp,
      layout,
      addToLayout,
      'Gives navigations a deadline, and recovers pages whose scripts are missing.',
      `import { AditRoot } from '@adit/next/root';\n<AditRoot>{children}</AditRoot>`,
    );
    const folder = folderOf(layout);
    // withAdit switches on what these two need if they lie in the folder of the App Router, and a static export has no status.
    const hasStatuses = folder === appFolder && !application.staticExport;
    for (const name of [
      'error',
      'not-found',
      ...(hasStatuses ? (['forbidden', 'unauthorized'] as const) : []),
    ] as const)
      planScreen(setUp, folder, name, `Shows ${SCREENS[name]}.`);
  }
  if (layouts.length > 0) planScreen(setUp, appFolder, 'global-error', 'Shows a failed root layout.');
}

const ADIT_ROUTE = /['"]@adit\/(?:next\/route|tunnel(?:\/next)?)['"]/;

/** On a serverless host, only a route file answers the tunnel path. */
export function planTunnelRoute(setUp: SetUp, appFolder: string, tunnelPath: string | undefined): void {
  const { draft, application } = setUp;
  if (application.staticExport || tunnelPath === undefined) return;
  const host = findServerlessHost(draft, application);
  if (host === undefined) return;
  const routes = findScripts(draft, appFolder, { name: /^route$/ });
  if (routes.some((path) => ADIT_ROUTE.test(draft.read(path) ?? ''))) return;
  createFile(
    setUp,
    `${appFolder}${tunnelPath}/route.${application.language}`,
    TEMPLATES.route,
    `Answers the tunnel path on ${host.name}, where no server of Node runs.`,
  );
}

/** The routes of the Pages Router: the page for errors. */
export function planPages(setUp: SetUp, pagesFolder: string): void {
  const { draft, application, steps } = setUp;
  const hasPages = draft.list(pagesFolder).some((name) => name !== 'api/');
  if (!hasPages) return;
  const own = findFile(draft, [pagesFolder], '_error', ENDINGS);
  if (own === undefined) {
    planScreen(setUp, pagesFolder, '_error', 'Shows and reports errors of the Pages Router.');
    return;
  }
  if (draft.read(own)?.includes('@adit/next/')) return;
  steps.push({
    application: application.folder,
    path: own,
    reason: 'Reports errors that a page of the Pages Router has in the browser.',
    byHand: {
      why: 'the application has a page for errors of its own',
      snippet: `import { captureError } from '@adit/next/report';\n\nError.getInitialProps = ({ res, err }) => {\n  if (!res && err) captureError(err);\n  …\n};`,
    },
  });
}

function planScreen(setUp: SetUp, folder: string, name: keyof typeof TEMPLATES, reason: string): void {
  const { draft, application } = setUp;
  if (findFile(draft, [folder], name, ENDINGS) !== undefined) return;
  createFile(
    setUp,
    joinPath(folder, `${name}.${application.language === 'ts' ? 'tsx' : scriptEnding(setUp, folder)}`),
    TEMPLATES[name],
    reason,
  );
}

/** The ending of the scripts beside it. */
const scriptEnding = ({ draft }: SetUp, folder: string): string =>
  draft.list(folder).some((name) => name.endsWith('.jsx')) ? 'jsx' : 'js';
