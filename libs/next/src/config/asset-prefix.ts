/** The path of an `assetPrefix` that is a path; empty for none and for another origin. */
export function prefixPath(assetPrefix: string | undefined): string {
  const path = assetPrefix?.replace(/\/+$/, '') ?? '';
  return /^\/(?!\/)/.test(path) ? path : '';
}

/** Whether scripts come from another origin. */
export const isOtherOrigin = (assetPrefix: string | undefined): boolean =>
  /^(?:https?:)?\/\//i.test(assetPrefix ?? '');
