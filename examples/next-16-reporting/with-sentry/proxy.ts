export const config = { matcher: '/proxied' };

export function proxy(): never {
  throw new Error('server: proxy');
}
