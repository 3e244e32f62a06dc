import { addToLayout } from '../edits/layout.ts';
import { addToOwnScreen } from '../edits/own-screen.ts';
import {
  endingOf,
  findConventions,
  findFile,
  findServerlessHost,
  folderOf,
  isNextBefore,
  joinPath,
} from '@adit/codebase';
import { createFile, editFile, type SetUp } from './context.ts';
import { neededNonce, nonceSnippet, planNonce } from './plan-nonce.ts';
import { findRootLayouts } from './root-layouts.ts';
import { OWN_PAGES_ERROR, TEMPLATES } from './templates.ts';

/** Screens in the folder of a root layout, with their component. */
const SCREENS = {
  error: 'a failed page',
  'not-found': '404',
  forbidden: '403',
  unauthorized: '401',
} as const;

/** The routes of the App Router: root layouts and screens. */
export function planApp(setUp: SetUp, appFolder: string): void {
  const { draft, application } = setUp;
  const layouts = findRootLayouts(draft, appFolder, application);
  for (const path of findConventions(draft, appFolder, /^(?:global-)?error$/, application))
    editFile(
      setUp,
      path,
      addToOwnScreen,
      'Reports the error that this screen shows.',
      `import { captureError } from '@adit/next/report';\n\nuseEffect(() => captureError(error), [error]);`,
    );
  const nonce = neededNonce(setUp);
  for (const layout of layouts) {
    editFile(
      setUp,
      layout,
      addToLayout,
      'Gives navigations a deadline, and recovers pages whose scripts are missing.',
      `import { AditRoot } from '@adit/next/root';\n${nonce ? nonceSnippet(nonce) : '<AditRoot>{children}</AditRoot>'}`,
    );
    if (nonce) planNonce(setUp, layout, nonce);
    const folder = folderOf(layout);
    // Next supports these two from 15.1. withAdit enables their option if they are in the folder of the App Router, and
    // a static export has no status.
    const hasStatuses =
      folder === appFolder && !application.staticExport && !isNextBefore(application, '15.1.0');
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
  const { draft, application, steps } = setUp;
  if (application.staticExport) return;
  const host = findServerlessHost(draft, application);
  if (host === undefined) return;
  const routes = findConventions(draft, appFolder, /^route$/, application);
  if (routes.some((path) => ADIT_ROUTE.test(draft.read(path) ?? ''))) return;
  const route = (path: string): string => `${appFolder}${path}/route.${endingOf(application, 'code')}`;
  const reason = `Answers the tunnel path on ${host.name}, where no server of Node does.`;
  if (tunnelPath !== undefined) createFile(setUp, route(tunnelPath), TEMPLATES.route, reason);
  else
    steps.push({
      application: application.folder,
      path: route('/<the tunnel path>'),
      reason,
      byHand: { why: 'the code computes the tunnel path', snippet: TEMPLATES.route },
    });
}

/** The routes of the Pages Router: the page for errors. */
export function planPages(setUp: SetUp, pagesFolder: string): void {
  const { draft, application, steps } = setUp;
  const hasPages = draft.list(pagesFolder).some((name) => name !== 'api/');
  if (!hasPages) return;
  const own = findFile(draft, [pagesFolder], '_error', application.pageExtensions);
  if (own === undefined) {
    planScreen(setUp, pagesFolder, '_error', 'Shows and reports errors of the Pages Router.');
    return;
  }
  if (draft.read(own)?.includes('@adit/next/')) return;
  steps.push({
    application: application.folder,
    path: own,
    reason: OWN_PAGES_ERROR.reason,
    byHand: {
      why: 'the application has a page for errors of its own',
      snippet: OWN_PAGES_ERROR.snippet,
    },
  });
}

function planScreen(setUp: SetUp, folder: string, name: keyof typeof TEMPLATES, reason: string): void {
  const { draft, application } = setUp;
  if (findFile(draft, [folder], name, application.pageExtensions) !== undefined) return;
  createFile(
    setUp,
    joinPath(folder, `${name}.${endingOf(application, 'screen', scriptEnding(setUp, folder))}`),
    TEMPLATES[name],
    reason,
  );
}

/** The ending of the scripts next to it. */
const scriptEnding = ({ draft }: SetUp, folder: string): 'js' | 'jsx' =>
  draft.list(folder).some((name) => name.endsWith('.jsx')) ? 'jsx' : 'js';
