import type { Metadata } from 'next';
import Link from 'next/link';
import { stamped } from '../../stamped';
import { fetchServerData } from './server-data';

export const metadata: Metadata = { title: 'Data' };

type Query = Record<'delay' | 'failures', string | undefined>;

export default async function DataPage({ searchParams }: { searchParams: Promise<Partial<Query>> }) {
  const { delay = '0', failures = '0' } = await searchParams;
  const query = new URLSearchParams({ key: crypto.randomUUID(), delay, failures });
  const response = await fetchServerData(`/lab/data/source?${query.toString()}`);
  if (!response.ok) throw new Error(stamped(`The data source answered ${response.status} to every try.`));
  const { requests } = (await response.json()) as { requests: number };
  return (
    <main className="frame">
      <h1>The data arrived</h1>
      <p>
        It took {requests} {requests === 1 ? 'request' : 'requests'}.
      </p>
      <Link href="/lab">Back to the lab</Link>
    </main>
  );
}
