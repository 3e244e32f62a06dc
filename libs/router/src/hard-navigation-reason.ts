/** The reason for a full page load. */
export type HardNavigationReason =
  /** The route did not arrive in time. */
  | 'route-timeout'
  /** The route, or a file it needs, failed to load. */
  | 'missing-chunk'
  | 'broken-data'
  | 'soft-navigation-failed'
  /** A newer build answers. */
  | 'version-skew'
  /** A navigation began during a full page load; only another full page load can replace that. */
  | 'document-superseded'
  /** Another site, among `allowedOrigins`. */
  | 'external'
  /** An address of this site that a soft router may read as another site: `https://app.example//host`. */
  | 'document'
  /** The visitor asked for it after a failure: neither unsaved input nor an earlier load prevents it. */
  | 'confirmed';

/** The reason why a full page load is refused. */
export type HardNavigationRefusal = 'already-reloaded' | 'unsafe-url' | 'offline' | 'unsaved-input';
