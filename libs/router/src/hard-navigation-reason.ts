/** Why a document is loaded. */
export type HardNavigationReason =
  /** The route did not arrive in time. */
  | 'route-timeout'
  /** The route, or what it needs, failed to load. */
  | 'missing-chunk'
  | 'broken-data'
  | 'soft-navigation-failed'
  /** A newer deployment answers. */
  | 'version-skew'
  /** A navigation came while a document was being loaded; only another full page load takes its place. */
  | 'document-superseded'
  /** Another site, among `allowedOrigins`. */
  | 'external'
  /** An address of this site that a soft router may take for another's: `https://app.example//host`. */
  | 'document'
  /** The visitor asked for it after a failure: neither unsaved input nor an earlier load prevents it. */
  | 'confirmed';

/** Why no document is loaded. */
export type HardNavigationRefusal = 'already-reloaded' | 'unsafe-url' | 'offline' | 'unsaved-input';
