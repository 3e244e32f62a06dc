import { LinkAction } from './actions.tsx';
import type { UnauthorizedScreenProps } from './screen-props.ts';
import { StatusScreen } from './status-screen.tsx';

/** The screen for 401: signing in may help. A pure component: no hooks, no event handlers, no client JavaScript. */
export function UnauthorizedScreen({ homeHref = '/', signInHref, ...props }: UnauthorizedScreenProps) {
  const canSignIn = signInHref !== undefined;
  return (
    <StatusScreen
      {...props}
      status={401}
      name="unauthorized"
      actions={({ home, signIn }) => (
        <>
          {canSignIn && <LinkAction href={signInHref} label={signIn} emphasis="primary" />}
          <LinkAction href={homeHref} label={home} emphasis={canSignIn ? 'secondary' : 'primary'} />
        </>
      )}
    />
  );
}
