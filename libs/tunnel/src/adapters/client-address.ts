import type { Faults } from '../outcome/faults.ts';

/** The client address that the host's function returns; unknown if the function fails. */
export function callClientAddress<T>(
  clientAddress: ((context: T) => unknown) | undefined,
  context: T,
  faults: Faults,
): string | undefined {
  try {
    const address = clientAddress?.(context);
    if (address === undefined || typeof address === 'string') return address;
    faults.report('clientAddress', new TypeError('clientAddress() gave no text'));
  } catch (error) {
    faults.report('clientAddress', error);
  }
  return undefined;
}
