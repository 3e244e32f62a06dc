import { UnauthorizedScreen } from '@adit/fallback-ui';

export default function Unauthorized() {
  return <UnauthorizedScreen siteName="Adit" />;
}
