import { describeKnownScreen, documentTitle, type ScreenFacts, type ScreenName } from './describe-screen.ts';
import { FallbackStyle } from './fallback-style.tsx';
import { ScreenContent } from './screen-content.tsx';
import type { CaughtErrorProps, ErrorReferenceProps, LateScreenProps } from './screen-props.ts';
import { texts as classicTexts } from './texts/classic/en.ts';
import { withoutNulls } from './without-nulls.ts';

/** A screen inside a document of the application. React moves its title to the head of that document. */
export function FallbackScreen(
  given: LateScreenProps &
    ScreenFacts &
    Omit<CaughtErrorProps, 'error'> &
    ErrorReferenceProps & { name: Exclude<ScreenName, 'globalError'> },
) {
  const { name, texts = classicTexts, ...props } = withoutNulls(given);
  const { styles = <FallbackStyle nonce={props.nonce} /> } = props;
  const screen = describeKnownScreen(name, { ...props, texts });
  return (
    <>
      <title>{documentTitle(screen.title, props.siteName)}</title>
      {styles}
      <ScreenContent {...props} screen={screen} retryLabel={texts.actions.retry} />
    </>
  );
}
