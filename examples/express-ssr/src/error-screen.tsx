import type { FaultProps } from '@adit/fallback-ui/boundary';
import { PageFault, useFallbackTexts } from '@adit/fallback-ui/client';

export function ErrorScreen(props: FaultProps) {
  return <PageFault {...props} siteName="Shop" texts={useFallbackTexts()} />;
}
