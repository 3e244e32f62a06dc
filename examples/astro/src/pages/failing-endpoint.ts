export function GET(): Response {
  throw new Error('The endpoint failed');
}
