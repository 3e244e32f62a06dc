import { connection } from 'next/server';
import { stamped } from '../../stamped';

export default async function ServerErrorPage() {
  await connection();
  throw new Error(stamped('The lab threw this error in a server component.'));
}
