import { findScripts, mayHoldSources } from '../repository/scripts.ts';
import type { Conversion } from './conversion.ts';

/** Calls of the SDK in the application's own code that do less, or too much, with Adit. */
const CALLS = [
  {
    call: /\bcaptureException\(/,
    isIn: (text: string) => /^\s*(?:\/\/.*\n|\s)*['"]use client['"]/.test(text),
    reason: 'captureError also reports before the SDK is loaded.',
    why: 'it calls captureException in code of the browser',
    snippet: "import { captureError } from '@adit/next/report';\n\ncaptureError(error);",
  },
  {
    call: /\bgetTraceData\(\)/,
    isIn: (text: string) => text.includes('generateMetadata'),
    reason: 'Next writes the trace of the server into each page, because withAdit switches it on.',
    why: 'it writes the same a second time by getTraceData',
    snippet: 'other: { /* without ...Sentry.getTraceData() */ }',
  },
];

/** Error screens have steps of their own. */
const SCREEN = /(?:^|\/)(?:global-)?error\.[jt]sx?$/;

/** Adds a step for each file with a call of the SDK that a person should look at. The files stay as they are. */
export function tellCallsLeft({ draft, application, step }: Conversion): void {
  const scripts = findScripts(draft, application.folder, { name: /./, enters: mayHoldSources });
  for (const path of scripts) {
    const text = draft.read(path) ?? '';
    if (SCREEN.test(path) || !/['"]@sentry\/nextjs['"]/.test(text)) continue;
    for (const { call, isIn, reason, why, snippet } of CALLS)
      if (call.test(text) && isIn(text)) step(path, reason, { why, snippet });
  }
}
