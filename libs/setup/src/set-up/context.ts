import type { Edit } from '../edits/edit.ts';
import type { Draft } from '../plan/draft.ts';
import type { Step } from '../plan/plan.ts';
import type { Application, PackageManager } from '../repository/repository.ts';
import { inStyle, type Style } from '../source/style.ts';

/** A set-up of one application while it is planned. */
export interface SetUp {
  readonly application: Application;
  readonly packageManager: PackageManager;
  readonly draft: Draft;
  /** How new files are written. */
  readonly style: Style;
  readonly steps: Step[];
}

/** Plans a new file in the application's style. */
export function createFile(
  { draft, application, style, steps }: SetUp,
  path: string,
  text: string,
  reason: string,
): void {
  draft.write(path, inStyle(text, style));
  steps.push({ application: application.folder, path, reason });
}

/** Plans the edit of a file, or a step by hand if its shape is not known. */
export function editFile(
  { draft, application, steps }: Omit<SetUp, 'packageManager' | 'style'>,
  path: string,
  edit: (path: string, text: string) => Edit,
  reason: string,
  snippet: string,
): void {
  const edited = edit(path, draft.read(path) ?? '');
  if (edited.kind === 'changed') draft.write(path, edited.text);
  if (edited.kind === 'same') return;
  steps.push({
    application: application.folder,
    path,
    reason,
    ...(edited.kind === 'unknown' && { byHand: { why: edited.why, snippet } }),
  });
}
