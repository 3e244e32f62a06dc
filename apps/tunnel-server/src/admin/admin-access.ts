import { createAccess, type Access } from '@adit/tunnel/operations';
import type { AdminTokens } from './admin-tokens.ts';
import { isLoopback } from './is-loopback.ts';

/** Options of {@link createAdminAccess}. */
export interface AdminAccessOptions extends AdminTokens {
  /** The address that the admin port listens on. */
  host: string;
}

/** Who may ask what of the admin port. A server on loopback without a token lets everyone read. */
export function createAdminAccess({ token, controlToken, host }: AdminAccessOptions): Access {
  const isLocal = isLoopback(host);
  const access = createAccess({ token, controlToken, isOpen: isLocal && token === undefined });
  return {
    ...access,
    // A page whose own name points at this machine names itself here. Elsewhere it would need the token.
    isForeign: (field) => (isLocal && !isLoopback(hostOf(field('host') ?? ''))) || access.isForeign(field),
  };
}

/** Without its port. */
function hostOf(field: string): string {
  return field.replace(/:\d*$/, '');
}
