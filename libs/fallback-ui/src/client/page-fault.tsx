import { useState } from 'react';
import { classifyFault } from '../boundary/classify-fault.ts';
import type { FaultProps } from '../boundary/fault-boundary.ts';
import { shownReference } from '../digest.ts';
import { ErrorScreen } from '../error-screen.tsx';
import { OfflineScreen } from '../offline-screen.tsx';
import type { CaughtErrorProps, NestedScreenProps } from '../screen-props.ts';
import { texts as classicTexts } from '../texts/classic/en.ts';
import { UpdateScreen } from '../update-screen.tsx';
import { withoutNulls } from '../without-nulls.ts';
import { CopyReference } from './copy-reference.tsx';

/** What {@link PageFault} accepts: what a boundary gives it, or what Next gives `error.tsx`. */
export interface PageFaultProps
  extends CaughtErrorProps, NestedScreenProps, Partial<Pick<FaultProps, 'kind' | 'reference'>> {}

/**
 * The fallback for a whole page: `<FaultBoundary fallback={PageFault}>`, or a component of the host that renders it with
 * its `texts` and `siteName`, as `error.tsx` is in Next. Shows the offline, update or error screen, by the kind of the
 * fault: default what {@link classifyFault} says when it comes up. The reference is by default the server's digest.
 */
export function PageFault(props: PageFaultProps) {
  const { error, kind: given, retry, reset, texts = classicTexts, ...screen } = withoutNulls(props);
  const reference = shownReference(screen.reference, error);
  // Once: what needed a network does not turn into another fault when the network is back.
  const [judged] = useState(() => classifyFault(error));
  switch (given ?? judged) {
    case 'offline':
      return <OfflineScreen {...screen} texts={texts} retry={retry} reset={reset} />;
    case 'skew':
    case 'missing-chunk':
      return <UpdateScreen {...screen} texts={texts} moveFocus />;
    default:
      return (
        <ErrorScreen
          {...screen}
          texts={texts}
          error={error}
          retry={retry}
          reset={reset}
          reference={reference}
          referenceAction={reference && <CopyReference value={reference} texts={texts} />}
        />
      );
  }
}
