import { pathOf } from './span-facts.ts';

const ENVELOPE_PATH = /^\/(?:[^?#]*\/)?api\/\d+\/envelope$/;

/** Returns whether the SDK or the tunnel posts envelopes to this address. */
export function isEnvelopeAddress(address: string, ingestOrigins: readonly string[]): boolean {
  return (
    ingestOrigins.some((origin) => address.startsWith(`${origin}/`)) && ENVELOPE_PATH.test(pathOf(address))
  );
}
