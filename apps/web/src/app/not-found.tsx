import { NotFoundScreen } from '@adit/fallback-ui';

export default function NotFound() {
  return <NotFoundScreen siteName="Adit" />;
}
