import type { Application } from '@adit/codebase';
import type { Check, KitSubject, Problem, Subject } from '../check.ts';
import { SET_UP } from '../report.ts';
import { aditRootsOf, layoutsOf } from '../facts/adit-roots.ts';
import { usesAdit, usesKits } from '../facts/manifest.ts';

/** Adit is in the application, and in its root layout. */
export const setUp: Check = {
  id: SET_UP,
  title: 'Adit is set up',
  beforeSetup: true,
  run(subject) {
    if (!usesAdit(subject)) return [notSetUp(subject.application)];
    return checkRoot(subject);
  },
};

/** Adit is in an application of another framework. */
export const kitSetUp: Check<KitSubject> = {
  id: SET_UP,
  title: setUp.title,
  beforeSetup: true,
  run: (subject) => (usesKits(subject) ? [] : [notSetUp(subject.application)]),
};

const notSetUp = ({ name, manifest }: Pick<Application, 'name' | 'manifest'>): Problem => ({
  level: 'warning',
  message: `Adit is not set up in ${name}. No other check ran`,
  path: manifest,
  fix: 'npx @adit/cli init',
});

/** `AditRoot` is in a layout, or in a component that a layout imports. */
function checkRoot(subject: Subject): Problem[] {
  const layouts = layoutsOf(subject);
  // API routes have no layout.
  if (layouts.length === 0 || aditRootsOf(subject).next().done !== true) return [];
  return [
    {
      level: 'warning',
      message: 'No layout has AditRoot, so stuck navigations and missing chunks stay as they are',
      path: layouts[0],
      fix: "Write <AditRoot>{children}</AditRoot> inside <body>, with AditRoot of '@adit/next/root'.",
    },
  ];
}
