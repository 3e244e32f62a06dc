import { ThrowButton } from './throw-button';

export default function HomePage() {
  return (
    <main>
      <h1>Shop</h1>
      <ThrowButton />
    </main>
  );
}
