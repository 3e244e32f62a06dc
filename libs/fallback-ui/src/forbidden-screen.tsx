import { LinkAction } from './actions.tsx';
import type { StatusScreenProps } from './screen-props.ts';
import { StatusScreen } from './status-screen.tsx';

/** The screen for 403: this visitor may not see the page. A pure component: no hooks, no event handlers, no client JavaScript. */
export function ForbiddenScreen({ homeHref = '/', ...props }: StatusScreenProps) {
  return (
    <StatusScreen
      {...props}
      status={403}
      name="forbidden"
      actions={({ home }) => <LinkAction href={homeHref} label={home} emphasis="primary" />}
    />
  );
}
