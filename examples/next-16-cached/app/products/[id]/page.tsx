import { Suspense } from 'react';
import { ThrowButton } from '../../throw-button';

export const generateStaticParams = () => [{ id: 'lamp' }, { id: 'chair' }];

async function Product({ params }: Pick<PageProps<'/products/[id]'>, 'params'>) {
  'use cache';
  const { id } = await params;
  if (id === 'gone') throw new Error('The product cannot be read');
  return <h1>{id}</h1>;
}

export default function ProductPage({ params }: PageProps<'/products/[id]'>) {
  return (
    <main>
      <Suspense fallback={<p>One moment</p>}>
        <Product params={params} />
      </Suspense>
      <ThrowButton />
    </main>
  );
}
