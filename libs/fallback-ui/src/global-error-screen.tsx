import { ErrorActions } from './actions.tsx';
import { serverDigest } from './digest.ts';
import { documentTitle } from './document-title.ts';
import { FallbackStyle } from './fallback-style.tsx';
import { DigestReference } from './references.tsx';
import { ScreenContent } from './screen-content.tsx';
import type { GlobalErrorScreenProps } from './screen-props.ts';
import { classicTexts } from './texts/classic/en.ts';

/**
 * The screen for an error in the root layout, `global-error.tsx` in Next. It brings its own document, because it
 * stands in for the one that failed, and depends on no style sheet of the host.
 */
export function GlobalErrorScreen({
  error,
  retry,
  reset,
  homeHref = '/',
  siteName,
  texts = classicTexts,
  nonce,
  children,
}: GlobalErrorScreenProps) {
  const digest = serverDigest(error);
  const { title, heading, clientSide, serverSide, explanation } = texts.globalError;
  return (
    <html className="adit-fallback-document" lang={texts.lang} dir={texts.dir}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{documentTitle(title, siteName)}</title>
        <FallbackStyle nonce={nonce} />
      </head>
      <body>
        <ScreenContent
          as="main"
          texts={texts}
          heading={heading}
          lead={digest === undefined ? clientSide : serverSide}
          explanation={explanation}
          actions={
            <>
              <ErrorActions retry={retry ?? reset} homeHref={homeHref} labels={texts.actions} />
              {children}
            </>
          }
          reference={digest !== undefined && <DigestReference digest={digest} texts={texts} />}
        />
      </body>
    </html>
  );
}
