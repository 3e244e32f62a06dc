import { pathOf } from './span-facts.ts';

const ENVELOPE_PATH = /^\/(?:[^?#]*\/)?api\/\d+\/envelope$/;

/** Whether an address is where envelopes are posted to, by the SDK or by the tunnel. */
export function isEnvelopeAddress(address: string, ingestOrigins: readonly string[]): boolean {
  return (
    ENVELOPE_PATH.test(pathOf(address)) && ingestOrigins.some((origin) => address.startsWith(`${origin}/`))
  );
}
