export const dynamic = 'force-dynamic';

export function GET(): Response {
  throw new Error('The route failed');
}
