import { LinkAction } from './actions.tsx';
import type { StatusScreenProps } from './screen-props.ts';
import { StatusScreen } from './status-screen.tsx';

/** The screen for 404: there is nothing at this address. A pure component: no hooks, no event handlers, no client JavaScript. */
export function NotFoundScreen({ homeHref = '/', ...props }: StatusScreenProps) {
  return (
    <StatusScreen
      {...props}
      status={404}
      name="notFound"
      actions={({ home }) => <LinkAction href={homeHref} label={home} emphasis="primary" />}
    />
  );
}
