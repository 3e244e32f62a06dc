import { ThrowButton } from '../throw-button';

export const revalidate = 3600;

export default function NewsPage() {
  return (
    <main>
      <h1>News</h1>
      <p>Rendered {new Date().toISOString()}</p>
      <ThrowButton />
    </main>
  );
}
