import { describeKnownScreen, type ScreenFacts, type ScreenName } from './describe-screen.ts';
import { documentTitle } from './document-title.ts';
import { FallbackStyle } from './fallback-style.tsx';
import { ScreenContent } from './screen-content.tsx';
import type { CaughtErrorProps, ErrorReferenceProps, LateScreenProps } from './screen-props.ts';
import { texts as classicTexts } from './texts/classic/en.ts';
import { withoutNulls } from './without-nulls.ts';

/** Every screen but the global error's: inside a document of the host; React moves the title to that document's head. */
export function FallbackScreen(
  given: LateScreenProps &
    ScreenFacts &
    Omit<CaughtErrorProps, 'error'> &
    ErrorReferenceProps & { name: Exclude<ScreenName, 'globalError'> },
) {
  const { name, texts = classicTexts, ...props } = withoutNulls(given);
  const screen = describeKnownScreen(name, { ...props, texts });
  return (
    <>
      <title>{documentTitle(screen.title, props.siteName)}</title>
      <FallbackStyle nonce={props.nonce} />
      <ScreenContent {...props} screen={screen} retryLabel={texts.actions.retry} />
    </>
  );
}
