import { connection } from 'next/server';
import { unauthorized } from 'next/navigation';

export default async function MembersPage() {
  await connection();
  unauthorized();
}
