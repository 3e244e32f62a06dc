import type { CaughtErrorProps } from '../screen-props.ts';

/**
 * No class and no style sheet: they may be missing too. The style is set through the CSSOM, which a content security
 * policy does not restrict, not in an attribute of the server's HTML.
 */
const giveSpace = (element: HTMLElement | null): void => {
  if (element) Object.assign(element.style, { padding: '2rem', fontFamily: 'system-ui, sans-serif' });
};

/** A minimal screen, in English and without styles: what happened, and two actions. */
export function BareScreen({ retry, reset }: CaughtErrorProps) {
  const again = retry ?? reset;
  return (
    <div role="alert" lang="en" dir="ltr" ref={giveSpace}>
      <h1>Something went wrong.</h1>
      <p>Anything you typed here and did not save may be lost.</p>
      <p>
        {again && (
          <button type="button" onClick={again}>
            Try again
          </button>
        )}{' '}
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
