export const dynamic = 'force-dynamic';

export function GET(): Response {
  throw Object.assign(new Error('The route failed'), { shelf: 's-3' });
}
