import {
  Component,
  createElement,
  startTransition,
  useLayoutEffect,
  type ComponentType,
  type ErrorInfo,
  type ReactNode,
} from 'react';
import { callSafely, throwOutside } from '@adit/common';
import { serverDigest } from '../digest.ts';
import type { FaultKind } from './classify-fault.ts';
import { judgeFault, type JudgeFaultOptions } from './judge-fault.ts';

/** Props of a fallback. */
export interface FaultProps {
  /** The thrown value, an `Error` or not. */
  readonly error: unknown;
  readonly kind: FaultKind;
  /** The reference that finds the error in Sentry: the text from `onFault`, else the digest of the server. */
  readonly reference: string | undefined;
  /** Calls `onRetry`, then renders the children again in a transition. */
  readonly retry: () => void;
  /** Renders the children again. */
  readonly reset: () => void;
}

/** The second argument of `onFault`. */
export interface FaultReport {
  readonly kind: FaultKind;
  /** The components around the error, one per line, innermost first, if React knows them. */
  readonly componentStack: string | null | undefined;
  readonly digest: string | undefined;
}

/** Props of {@link FaultBoundary}. */
export interface FaultBoundaryProps extends JudgeFaultOptions {
  readonly children?: ReactNode;
  /**
   * Rendered in place of the children after an error. Pass the same component on every render: a function written inline is
   * a new component each time, which mounts again, takes the focus again and loses its state.
   */
  readonly fallback: ComponentType<FaultProps>;
  /** The children are rendered again when one of these changes, by `Object.is`, after an error. */
  readonly resetKeys?: readonly unknown[] | undefined;
  /**
   * Reports a caught error. Called once for each; never twice for the same object, not even by another boundary. If it
   * returns or resolves with text, such as the event id of a monitoring service, the visitor sees that text as the
   * reference, and the digest until then. If it throws or rejects, the error is thrown again outside of React and the
   * fallback stays; the same holds for `onReset`, `classify` and `isControlFlow`.
   */
  readonly onFault?:
    | ((error: unknown, fault: FaultReport) => string | undefined | Promise<string | undefined>)
    | ((error: unknown, fault: FaultReport) => void | Promise<void>)
    | undefined;
  /** Called before the children are rendered again, for any reason. */
  readonly onReset?: (() => void) | undefined;
  /** Fetches again, as `router.refresh` does. The children are rendered again afterwards, even if it fails. */
  readonly onRetry?: (() => void | Promise<void>) | undefined;
}

/** One caught error. An object around the thrown value, because `undefined` can be thrown too. */
interface Fault {
  readonly error: unknown;
  kind?: FaultKind;
  reference?: string | undefined;
}

interface FaultState {
  readonly fault?: Fault;
}

/** The objects reported so far by any boundary, and what `onFault` returned. */
const reported = new WeakMap<object, unknown>();

/**
 * Catches errors that its children throw while rendering or in effects, and shows a fallback instead. It rethrows
 * redirects and status signals of the framework, and errors of the fallback itself. Errors of event handlers and timers
 * reach it through `useFault`.
 *
 * React 19 reads `then` of a value thrown while rendering before it looks for a boundary. No boundary can therefore
 * catch an object whose `then` cannot be read, such as a revoked proxy, unless it is thrown in an effect or through
 * `useFault`.
 */
export class FaultBoundary extends Component<FaultBoundaryProps, FaultState> {
  override state: FaultState = {};

  static getDerivedStateFromError(error: unknown): FaultState {
    return { fault: { error, reference: serverDigest(error) } };
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo): void {
    const { fault } = this.state;
    const { onFault } = this.props;
    const kind = judgeFault(error, this.props);
    // A primitive gets a new object each time: each one thrown is an error of its own.
    const key = Object(error) as object;
    if (onFault && !reported.has(key)) {
      reported.set(
        key,
        callSafely<[unknown, FaultReport], unknown>(onFault, error, {
          kind,
          componentStack,
          digest: serverDigest(error),
        }),
      );
    }
    const showReference = (answer: unknown) => {
      if (typeof answer !== 'string') {
        void (answer as Partial<Promise<unknown>> | undefined)?.then?.(showReference, throwOutside);
      } else if (answer && Object.is(fault?.error, error)) {
        // Of several errors in one commit, only the last one is in the state.
        (fault as Fault).reference = answer;
        this.forceUpdate();
      }
    };
    showReference(reported.get(key));
  }

  override componentDidUpdate({ resetKeys: before = [] }: FaultBoundaryProps, { fault }: FaultState): void {
    const { resetKeys: now = [] } = this.props;
    if (now.length !== before.length || now.some((key, index) => !Object.is(key, before[index]))) {
      // The error of the previous state: a key that changed together with a new error does not reset it.
      this.#reset(fault);
    }
  }

  override render(): ReactNode {
    const { fallback, children } = this.props;
    const { fault } = this.state;
    if (!fault) return children;
    // Judged here, because getDerivedStateFromError has no props; and once, because the network may return later.
    fault.kind ??= judgeFault(fault.error, this.props);
    const reset = () => this.#reset(fault);
    const render = () => startTransition(reset);
    const retry = () =>
      startTransition(() => {
        // A synchronous refetch must be in the same transition as the render, or React renders the old data first.
        const fetching = callSafely(this.props.onRetry);
        // React would hold back every transition of the page for a promise, so it is awaited outside of React.
        if (fetching?.then) fetching.then(render, render);
        else render();
      });
    // In a boundary of its own: otherwise an error of the fallback would look like another error of the children.
    return createElement(
      FaultBoundary,
      { fallback: this.#PassOn },
      createElement(fallback, { ...(fault as Required<Fault>), retry, reset }),
    );
  }

  /** Throws an error of the fallback to the boundary around this one. */
  readonly #PassOn = ({ error }: FaultProps): undefined => {
    useLayoutEffect(() =>
      this.forceUpdate(() => {
        throw error;
      }),
    );
  };

  /**
   * Renders the children again, unless that error is over: buttons may be pressed twice, and refetches may end late.
   */
  #reset(fault: Fault | undefined): void {
    if (fault && fault === this.state.fault) {
      callSafely(this.props.onReset);
      this.setState({ fault: undefined });
    }
  }
}
