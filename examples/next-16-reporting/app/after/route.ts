import { after } from 'next/server';

export function GET(): Response {
  after(() => {
    throw new Error('server: after()');
  });
  return new Response('ok');
}
