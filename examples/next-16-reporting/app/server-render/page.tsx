import { connection } from 'next/server';

export default async function ServerRenderPage() {
  await connection();
  throw new Error('server: render');
}
