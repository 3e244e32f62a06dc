import { connection } from 'next/server';

export default async function Image(): Promise<Response> {
  await connection();
  throw new Error('server: image route');
}
