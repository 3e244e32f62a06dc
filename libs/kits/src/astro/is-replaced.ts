/** The parts of an answer, and of the request, that decide. */
export interface Answer {
  readonly status: number;
  readonly hasBody: boolean;
  /** The route that gave the answer. Astro's own page for 404 has the route of an application's. */
  readonly routePattern: string;
  /** The header `Accept` of the request. */
  readonly accept: string | null;
}

/**
 * Whether the kit's error page takes the place of an answer: of Astro's own page for 404, and of an answer without
 * content to a request for a page. The application's own content stays.
 * @param ownPages the error pages of the application, such as `/404`
 */
export function isReplaced(
  { status, hasBody, routePattern, accept }: Answer,
  ownPages: readonly string[],
): boolean {
  if (ownPages.includes(`/${status}`)) return false;
  return (routePattern === '/404' && status === 404) || (!hasBody && accept?.includes('text/html') === true);
}
