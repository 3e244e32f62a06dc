import { isNextControlFlow } from '../digest.ts';
import { attempt } from './attempt.ts';
import { classifyFault, type FaultKind } from './classify-fault.ts';
import { causesOf } from '../thrown.ts';

/** Options of {@link judgeFault}. */
export interface JudgeFaultOptions {
  /** Tells signals of the framework, which are thrown on to its own boundary. Those of Next are known. */
  readonly isControlFlow?: ((value: unknown) => boolean) | undefined;
  /** Tells the kind of a fault. Default {@link classifyFault}, also for what it does not tell. */
  readonly classify?: ((error: unknown) => FaultKind | undefined) | undefined;
}

/**
 * Tells what kind of fault a thrown value is. An option that throws counts as one that knows nothing of it; what it
 * throws is thrown again outside of React.
 *
 * @throws control flow of the framework: a redirect, a 401, 403 or 404, a render bail-out. Where it is a cause of what
 * was thrown, the cause is thrown, because frameworks look at no cause.
 */
export function judgeFault(error: unknown, host: JudgeFaultOptions): FaultKind {
  for (const value of causesOf(error)) {
    if (isNextControlFlow(value) || attempt(host.isControlFlow, value)) throw value;
  }
  return attempt(host.classify, error) ?? classifyFault(error);
}
