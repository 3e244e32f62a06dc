/** A route without a page. */
export function loader(): Response {
  throw new Error('The route failed');
}
