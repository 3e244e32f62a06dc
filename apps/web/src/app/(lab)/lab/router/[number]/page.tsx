import type { Metadata } from 'next';
import Link from 'next/link';
import { notFound } from 'next/navigation';
import { Arrival } from '../arrival';
import { LINK_COUNT, ROUTER_LAB } from '../link-states';

interface NumberedPageProps {
  params: Promise<{ number: string }>;
}

export async function generateMetadata({ params }: NumberedPageProps): Promise<Metadata> {
  return { title: `Page ${(await params).number}` };
}

export default async function NumberedPage({ params }: NumberedPageProps) {
  const number = Number((await params).number);
  if (!Number.isInteger(number) || number < 1 || number > LINK_COUNT) notFound();
  return (
    <main className="frame">
      <h1>Page {number}</h1>
      <Arrival number={number} />
      <Link href={ROUTER_LAB} prefetch={false}>
        Back to the 500 links
      </Link>
    </main>
  );
}
