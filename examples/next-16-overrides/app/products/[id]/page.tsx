import { ThrowButton } from '../../throw-button';

export const generateStaticParams = () => [{ id: 'lamp' }, { id: 'chair' }];

export default async function ProductPage({ params }: { params: Promise<{ id: string }> }) {
  return (
    <main>
      <h1>{(await params).id}</h1>
      <ThrowButton />
    </main>
  );
}
