import { throwOutside } from '@adit/common';

/** As `callSafely` of `@adit/common`, for a function that may return a promise: a rejection counts as a throw. */
export async function askSafely<Argument, Result>(
  callback: ((argument: Argument) => Result | Promise<Result>) | undefined,
  argument: Argument,
): Promise<Result | undefined> {
  try {
    return await callback?.(argument);
  } catch (error) {
    throwOutside(error);
  }
  return undefined;
}
