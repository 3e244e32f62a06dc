import { unauthorized } from 'next/navigation';
import { connection } from 'next/server';

export default async function UnauthorizedPage() {
  await connection();
  unauthorized();
}
