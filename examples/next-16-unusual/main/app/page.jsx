export default function HomePage() {
  return (
    <main>
      <h1>Main</h1>
      <a href="/shelf/1/">Shop</a>
    </main>
  );
}
