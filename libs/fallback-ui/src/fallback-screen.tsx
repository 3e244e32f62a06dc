import { describeScreen, type ScreenFacts, type ScreenName } from './describe-screen.ts';
import { documentTitle } from './document-title.ts';
import { FallbackStyle } from './fallback-style.tsx';
import { ScreenContent } from './screen-content.tsx';
import type { CaughtErrorProps, ErrorReferenceProps, LateScreenProps } from './screen-props.ts';
import { texts as classicTexts } from './texts/classic/en.ts';

/** Every screen but the global error's: inside a document of the host; React moves the title to that document's head. */
export function FallbackScreen({
  name,
  texts = classicTexts,
  ...props
}: LateScreenProps &
  ScreenFacts &
  Omit<CaughtErrorProps, 'error'> &
  ErrorReferenceProps & { name: Exclude<ScreenName, 'globalError'> }) {
  const screen = describeScreen(name, { ...props, texts });
  return (
    <>
      <title>{documentTitle(screen.title, props.siteName)}</title>
      <FallbackStyle nonce={props.nonce} />
      <ScreenContent {...props} screen={screen} retryLabel={texts.actions.retry} />
    </>
  );
}
