import { connection } from 'next/server';
import { ThrowsOnServer } from './throws-on-server';

export default async function ClientOnServerPage() {
  await connection();
  return <ThrowsOnServer />;
}
