import Link from 'next/link';

export default async function WatchedPage({ params }: { params: Promise<{ number: string }> }) {
  const { number } = await params;
  return (
    <>
      <h1>Watched {number}</h1>
      <Link href={`/watched/${Number(number) + 1}/`}>Next one</Link>
    </>
  );
}
