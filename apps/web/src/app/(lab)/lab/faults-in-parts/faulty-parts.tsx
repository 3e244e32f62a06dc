'use client';

import { useState } from 'react';
import { FaultBoundary, useFault, type FaultProps } from '@adit/fallback-ui/boundary';
import { InlineFault, PageFault, useFallbackTexts } from '@adit/fallback-ui/client';
import { captureError } from '@adit/next/report';
import { READER_LANGUAGE } from '../../../../locale-cookie';
import { THROWABLES } from './throwables';

export function FaultyParts() {
  return (
    <>
      <div className="parts">
        <Part name="One" fallback={PartFault} />
        <Part name="Two" fallback={PartFault} />
      </div>
      <Part name="A page of its own" fallback={NestedPageFault} />
    </>
  );
}

/** The inline variant, in the reader's language. */
function PartFault(props: FaultProps) {
  return <InlineFault {...props} texts={useFallbackTexts(READER_LANGUAGE)} />;
}

/** The page variant inside this page, which has a main landmark already. */
function NestedPageFault(props: FaultProps) {
  const texts = useFallbackTexts(READER_LANGUAGE);
  return <PageFault {...props} texts={texts} as="div" siteName="Adit" homeHref="/lab" />;
}

function Part({ name, fallback }: { name: string; fallback: React.ComponentType<FaultProps> }) {
  return (
    <section className="panel part" aria-label={name}>
      <FaultBoundary fallback={fallback} onFault={captureError}>
        <Counter name={name} />
      </FaultBoundary>
    </section>
  );
}

/** A counter, to show which state a fault resets. */
function Counter({ name }: { name: string }) {
  const [count, setCount] = useState(0);
  const fault = useFault();
  return (
    <>
      <h2>{name}</h2>
      <p>
        <button className="button" type="button" onClick={() => setCount(count + 1)}>
          Count: {count}
        </button>
      </p>
      <p className="part-throws">
        {THROWABLES.map(({ title, make }) => (
          <button key={title} className="button" type="button" onClick={() => fault(make())}>
            Throw {title}
          </button>
        ))}
      </p>
    </>
  );
}
