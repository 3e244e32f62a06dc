import { callSafely } from './call-safely.ts';

/** {@link callSafely} for a question that may be answered by a promise: a rejection counts as a throw. */
export async function askSafely<Argument, Result>(
  callback: ((argument: Argument) => Result | Promise<Result>) | undefined,
  argument: Argument,
): Promise<Result | undefined> {
  try {
    return await callback?.(argument);
  } catch (error) {
    callSafely(() => {
      throw error;
    });
  }
  return undefined;
}
