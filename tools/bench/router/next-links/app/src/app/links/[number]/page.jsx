import { LINK_COUNT } from '../../catalogue.js';

const PARAGRAPHS = 12;

export const generateStaticParams = () =>
  Array.from({ length: LINK_COUNT }, (_, index) => ({ number: String(index + 1) }));

export default async function ItemPage({ params }) {
  const { number } = await params;
  return (
    <main>
      <h1 id="arrived">Item {number}</h1>
      {Array.from({ length: PARAGRAPHS }, (_, index) => (
        <p key={index}>
          Item {number}, paragraph {index + 1}: an article of ordinary length, so that a prefetch has
          something to fetch. It says what the item is, where it comes from, and what became of it since it
          was last seen.
        </p>
      ))}
    </main>
  );
}
