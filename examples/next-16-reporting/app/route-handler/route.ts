export function GET(): Response {
  throw new Error('server: route handler');
}
