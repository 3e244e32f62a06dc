import { type Edit, inStyle, type Style } from '@adit/codebase/source';
import type { Application, Draft, PackageManager, Step } from '@adit/codebase';

/** A set-up of one application while it is planned. */
export interface SetUp {
  readonly application: Application;
  readonly packageManager: PackageManager;
  readonly draft: Draft;
  /** The style of new files. */
  readonly style: Style;
  readonly steps: Step[];
}

/** A set-up of an application of any framework. */
interface Place extends Pick<SetUp, 'draft' | 'steps'> {
  readonly application: Pick<Application, 'folder'>;
}

/** Plans a new file in the application's style. */
export function createFile(
  { draft, application, style, steps }: Place & Pick<SetUp, 'style'>,
  path: string,
  text: string,
  reason: string,
): void {
  draft.write(path, inStyle(text, style));
  steps.push({ application: application.folder, path, reason });
}

/** Plans the edit of a file, or a manual step if its shape is not supported. */
export function editFile(
  { draft, application, steps }: Place,
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
    ...(edited.kind === 'unknown' && { byHand: { why: edited.why, snippet: edited.snippet ?? snippet } }),
  });
}
