import { captureError } from '../browser/index.ts';
import { isUnexpected, type Thrown } from './thrown.ts';

export { captureError, type Thrown };

/** Reports errors of loads and renders in the browser, for `src/hooks.client.ts`. Others are recorded without it. */
export function handleError(thrown: Thrown): void {
  if (isUnexpected(thrown)) captureError(thrown.error);
}
