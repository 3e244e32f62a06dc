import { Buttons } from './buttons';

export default function HomePage() {
  return (
    <main>
      <h1>Reporting</h1>
      <Buttons />
    </main>
  );
}
