import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { Arrival } from '../arrival';
import { BackToLab } from '../back-to-lab';
import { LINK_COUNT } from '../link-states';

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
      <BackToLab>Back to the 500 links</BackToLab>
    </main>
  );
}
