'use client';

import { Component, use, useActionState, useEffect, useState, useTransition, type ReactNode } from 'react';
import { failingAction, failingState } from './actions';

function Throws({ text }: { text: string }): ReactNode {
  throw new Error(text);
}

function ThrowsInEffect(): ReactNode {
  useEffect(() => {
    throw new Error('browser: effect');
  }, []);
  return null;
}

function Uses({ promise }: { promise: Promise<string> }): ReactNode {
  return use(promise);
}

function FailingState(): ReactNode {
  const [state, act] = useActionState(failingState, '');
  return (
    <form action={act}>
      <button>useActionState{state}</button>
    </form>
  );
}

/** A boundary of the application's own that reports nothing, as many do. */
class OwnBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };
  static getDerivedStateFromError() {
    return { hasFailed: true };
  }
  override render() {
    return this.state.hasFailed ? <p>Contained</p> : this.props.children;
  }
}

export function Buttons() {
  const [shown, setShown] = useState('');
  const [rejected, setRejected] = useState<Promise<string>>();
  const [, startTransition] = useTransition();
  return (
    <>
      <button
        onClick={() => {
          throw new Error('browser: event handler');
        }}
      >
        event handler
      </button>
      <button onClick={() => void Promise.reject(new Error('browser: unhandled rejection'))}>
        unhandled rejection
      </button>
      <button onClick={() => setShown('render')}>render</button>
      <button onClick={() => startTransition(() => setShown('transition'))}>transition</button>
      <button
        onClick={() =>
          startTransition(async () => {
            await Promise.resolve();
            throw new Error('browser: async transition');
          })
        }
      >
        async transition
      </button>
      <button onClick={() => setShown('own boundary')}>own boundary</button>
      <button onClick={() => setShown('effect')}>effect</button>
      <button onClick={() => setRejected(Promise.reject(new Error('browser: use()')))}>use()</button>
      <button onClick={() => dispatchEvent(new Event('break-layout'))}>global-error</button>
      <form action={failingAction}>
        <button>action</button>
      </form>
      <FailingState />
      {shown === 'render' && <Throws text="browser: render" />}
      {shown === 'transition' && <Throws text="browser: transition" />}
      {shown === 'own boundary' && (
        <OwnBoundary>
          <Throws text="browser: own boundary" />
        </OwnBoundary>
      )}
      {shown === 'effect' && <ThrowsInEffect />}
      {rejected && <Uses promise={rejected} />}
    </>
  );
}
