import { forbidden } from 'next/navigation';
import { connection } from 'next/server';

export default async function ForbiddenPage() {
  await connection();
  forbidden();
}
