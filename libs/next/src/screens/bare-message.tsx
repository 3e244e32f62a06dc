import { adit } from '../adit-config.ts';

/** What remains if the chunk with the screens cannot be had. */
export function BareMessage() {
  const { texts, homeHref = '/' } = adit.screens ?? {};
  return (
    <main>
      <h1>{texts?.error.heading ?? 'Something went wrong'}</h1>
      <p>
        <a href="">{texts?.actions.reload ?? 'Reload the page'}</a>{' '}
        <a href={homeHref}>{texts?.actions.home ?? 'Home'}</a>
      </p>
    </main>
  );
}
