import { isSamePath, type Target } from '../protocol/target.ts';
import { refusal, type Refusal } from './outcomes.ts';

/** Only POST is answered, and only at the tunnel's path. */
export function matchEndpoint(method: string, target: Target, tunnelPath: string): Refusal | undefined {
  if (method !== 'POST') return refusal('method-not-allowed');
  return isSamePath(target.path, tunnelPath) ? undefined : refusal('path-not-found');
}
