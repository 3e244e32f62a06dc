import { createAccess, type Access } from '@adit/operations';
import type { AdminTokens } from '../config/admin-tokens.ts';
import { isLoopback } from '../config/is-loopback.ts';

/** Options of {@link createAdminAccess}. */
export interface AdminAccessOptions extends AdminTokens {
  /** The address that the admin port listens on. */
  host: string;
}

/** Decides which requests the admin port allows. A server on loopback without a token lets everyone read. */
export function createAdminAccess({ token, controlToken, host }: AdminAccessOptions): Access {
  const isLocal = isLoopback(host);
  const access = createAccess({ token, controlToken, isOpen: isLocal && token === undefined });
  return {
    ...access,
    // A page whose name resolves to this machine sends that name here. Elsewhere it would need the token.
    isForeign: (field) => (isLocal && !isLoopback(hostOf(field('host') ?? ''))) || access.isForeign(field),
  };
}

/** The host without its port. */
function hostOf(field: string): string {
  return field.replace(/:\d*$/, '');
}
