import type { CaughtErrorProps } from '../screen-props.ts';

/** No class and no style sheet: they may be missing too. */
const SPACE = { padding: '2rem', fontFamily: 'system-ui, sans-serif' };

/** The least that helps, in English and without styles: what happened, and two ways on. */
export function BareScreen({ retry, reset }: CaughtErrorProps) {
  const again = retry ?? reset;
  return (
    <div role="alert" lang="en" dir="ltr" style={SPACE}>
      <h1>Something went wrong.</h1>
      <p>Anything you typed here and did not save may be lost.</p>
      <p>
        {again && (
          <>
            <button type="button" onClick={again}>
              Try again
            </button>{' '}
          </>
        )}
        <a href="">Reload this page</a>
      </p>
    </div>
  );
}

/** {@link BareScreen} as a document, for `global-error.tsx`. */
export function BareDocument(props: CaughtErrorProps) {
  return (
    <html lang="en">
      <body>
        <BareScreen {...props} />
      </body>
    </html>
  );
}
