import type { Faults } from '../guard/faults.ts';

/** Who is asking, in the host's words; unknown if the host's function fails. */
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
