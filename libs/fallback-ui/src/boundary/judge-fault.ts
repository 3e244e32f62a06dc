import { callSafely, causesOf, isControlFlow } from '@adit/common';
import { classifyFault, type FaultKind } from './classify-fault.ts';

/** Options of {@link judgeFault}. */
export interface JudgeFaultOptions {
  /**
   * Recognises control flow of the framework, which the boundary rethrows. Next's control flow is always recognised.
   */
  readonly isControlFlow?: ((value: unknown) => boolean) | undefined;
  /** Returns the kind of an error; `undefined` means the default, `classifyFault`. */
  readonly classify?: ((error: unknown) => FaultKind | undefined) | undefined;
}

/**
 * Returns the kind of an error. If an option throws, its error is thrown again outside of React, and the default applies.
 *
 * @throws control flow of the framework: a redirect, a 401, 403 or 404, a render bail-out. If it is the cause of an
 *   error, the cause is thrown, because frameworks do not look at causes.
 */
export function judgeFault(error: unknown, host: JudgeFaultOptions): FaultKind {
  for (const value of causesOf(error)) {
    if (isControlFlow(value) || callSafely(host.isControlFlow, value)) throw value;
  }
  return callSafely(host.classify, error) ?? classifyFault(error);
}
