import { isNextControlFlow } from '../digest.ts';
import { classifyFault, type FaultKind } from './classify-fault.ts';
import { causesOf } from '../thrown.ts';

/** Options of {@link judgeFault}. */
export interface JudgeFaultOptions {
  /** Tells signals of the framework, which are thrown on to its own boundary. Those of Next are known. */
  readonly isControlFlow?: ((value: unknown) => boolean) | undefined;
  /** Tells the kind of a fault. Default {@link classifyFault}. */
  readonly classify?: ((error: unknown) => FaultKind) | undefined;
}

/**
 * Tells what kind of fault a thrown value is.
 *
 * @throws control flow of the framework: a redirect, a 401, 403 or 404, a render bail-out. Where it is a cause of what
 * was thrown, the cause is thrown, because frameworks look at no cause.
 */
export function judgeFault(
  error: unknown,
  { isControlFlow, classify = classifyFault }: JudgeFaultOptions,
): FaultKind {
  for (const value of causesOf(error)) {
    if (isNextControlFlow(value) || isControlFlow?.(value)) throw value;
  }
  return classify(error);
}
