import Link from 'next/link';
import { ThrowButton } from '../../throw-button';

export default async function ShelfPage({ params }: { params: Promise<{ number: string }> }) {
  const { number } = await params;
  return (
    <main>
      <h1>Shelf {number}</h1>
      <ThrowButton />
      <Link href={`/shelf/${Number(number) + 1}/`}>Next shelf</Link>
    </main>
  );
}
