/** The instrumentation scope of the tunnel's instruments. */
export const SCOPE_NAME = '@adit/tunnel';
