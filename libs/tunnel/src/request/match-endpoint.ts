import { isSamePath } from '../protocol/request-target.ts';
import { refusal, type Refusal } from '../outcome/outcomes.ts';

/** Only the tunnel's path is answered, and only POST there: RFC 9110 §15.5.6 has 405 for a resource that exists. */
export function matchEndpoint(method: string, path: string, tunnelPath: string): Refusal | undefined {
  if (!isSamePath(path, tunnelPath)) return refusal('path-not-found');
  return method === 'POST' ? undefined : refusal('method-not-allowed');
}
