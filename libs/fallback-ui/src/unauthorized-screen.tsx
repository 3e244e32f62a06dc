import { LinkAction } from './actions.tsx';
import { FallbackScreen } from './fallback-screen.tsx';
import { CodeReference } from './references.tsx';
import type { UnauthorizedScreenProps } from './screen-props.ts';
import { classicTexts } from './texts/classic/en.ts';

/** The screen for 401: signing in may help. A pure component: no hooks, no event handlers, no client JavaScript. */
export function UnauthorizedScreen({
  homeHref = '/',
  signInHref,
  siteName,
  texts = classicTexts,
  nonce,
  as = 'main',
  showCode = true,
  children,
}: UnauthorizedScreenProps) {
  const canSignIn = signInHref !== undefined;
  return (
    <FallbackScreen
      as={as}
      texts={texts}
      screen={texts.unauthorized}
      siteName={siteName}
      nonce={nonce}
      actions={
        <>
          {canSignIn && <LinkAction href={signInHref} label={texts.actions.signIn} emphasis="primary" />}
          <LinkAction
            href={homeHref}
            label={texts.actions.home}
            emphasis={canSignIn ? 'secondary' : 'primary'}
          />
          {children}
        </>
      }
      reference={showCode && <CodeReference code={401} texts={texts} />}
    />
  );
}
