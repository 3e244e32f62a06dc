import { reportErrors } from '@adit/next/server';

export const config = { matcher: '/proxied' };

export const proxy = reportErrors((): never => {
  throw new Error('server: proxy');
});
