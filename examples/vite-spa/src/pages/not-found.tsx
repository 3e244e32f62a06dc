import { NotFoundScreen } from '@adit/fallback-ui';

export function NotFound() {
  return <NotFoundScreen siteName="Shop" />;
}
