import { cookies } from 'next/headers';
import { ThrowButton } from '../throw-button';

export default async function AccountPage() {
  return (
    <main>
      <h1>{(await cookies()).get('customer')?.value ?? 'Guest'}</h1>
      <ThrowButton />
    </main>
  );
}
