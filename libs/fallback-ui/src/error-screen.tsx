import { ErrorActions } from './actions.tsx';
import { serverDigest } from './digest.ts';
import { FallbackScreen } from './fallback-screen.tsx';
import { DigestReference } from './references.tsx';
import type { ErrorScreenProps } from './screen-props.ts';
import { classicTexts } from './texts/classic/en.ts';

/**
 * The screen for an error below the root layout, `error.tsx` in Next. It takes callbacks and is therefore imported
 * from a client file; without them it is as pure as the status screens.
 */
export function ErrorScreen({
  error,
  retry,
  reset,
  homeHref = '/',
  siteName,
  texts = classicTexts,
  nonce,
  as = 'main',
  children,
}: ErrorScreenProps) {
  const digest = serverDigest(error);
  return (
    <FallbackScreen
      as={as}
      texts={texts}
      screen={texts.error}
      siteName={siteName}
      nonce={nonce}
      actions={
        <>
          <ErrorActions retry={retry ?? reset} homeHref={homeHref} labels={texts.actions} />
          {children}
        </>
      }
      reference={digest !== undefined && <DigestReference digest={digest} texts={texts} />}
    />
  );
}
