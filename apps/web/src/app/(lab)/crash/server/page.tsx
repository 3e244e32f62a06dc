import { connection } from 'next/server';
import { stamped } from '../../stamped';

export default async function ServerCrashPage() {
  await connection();
  throw new Error(stamped('The lab threw this error where only the global error screen catches it.'));
}
