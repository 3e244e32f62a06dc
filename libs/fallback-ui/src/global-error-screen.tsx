import { describeKnownScreen, documentTitle } from './describe-screen.ts';
import { FallbackStyle } from './fallback-style.tsx';
import { ScreenContent } from './screen-content.tsx';
import type { GlobalErrorScreenProps } from './screen-props.ts';
import { texts as classicTexts } from './texts/classic/en.ts';
import { withoutNulls } from './without-nulls.ts';

/** The screen for an error in the root layout, `global-error.tsx` in Next. It is a complete document with its own styles. */
export function GlobalErrorScreen(given: GlobalErrorScreenProps) {
  const { texts = classicTexts, ...props } = withoutNulls(given);
  const { styles = <FallbackStyle nonce={props.nonce} /> } = props;
  const screen = describeKnownScreen('globalError', { ...props, texts });
  return (
    <html className="adit-fallback-document" lang={screen.lang} dir={screen.dir}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{documentTitle(screen.title, props.siteName)}</title>
        {styles}
      </head>
      <body>
        <ScreenContent {...props} screen={screen} retryLabel={texts.actions.retry} />
      </body>
    </html>
  );
}
