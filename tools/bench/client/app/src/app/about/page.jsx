export default function About() {
  return (
    <main>
      <h1>About these notes</h1>
      <p>They are kept by the harbour office and come without any warranty.</p>
    </main>
  );
}
