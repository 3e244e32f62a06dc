export const runtime = 'edge';

export function GET(): Response {
  throw new Error('The edge failed');
}
