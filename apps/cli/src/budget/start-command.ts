/** How an application is started. */
export type StartCommand =
  /** `next start`, with the Next that the application has. */
  | { readonly kind: 'next' }
  /** The `start` script of its `package.json`, which must listen on PORT. */
  | { readonly kind: 'script' };

/**
 * The start command of an application, from its `package.json`, if it has one, and from whether Next is installed.
 * A script that only says `next start` may fix a port, so Next is called instead.
 */
export function startCommandOf(manifest: unknown, hasNext: boolean): StartCommand | undefined {
  const { start } = (manifest as { scripts?: { start?: unknown } } | undefined)?.scripts ?? {};
  if (typeof start === 'string' && !(hasNext && /^next start\b[^&|;]*$/.test(start)))
    return { kind: 'script' };
  return hasNext ? { kind: 'next' } : undefined;
}
