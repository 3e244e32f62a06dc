import {
  Component,
  createElement,
  startTransition,
  useLayoutEffect,
  type ComponentType,
  type ErrorInfo,
  type ReactNode,
} from 'react';
import { serverDigest } from '../digest.ts';
import { attempt } from './attempt.ts';
import type { FaultKind } from './classify-fault.ts';
import { judgeFault, type JudgeFaultOptions } from './judge-fault.ts';

/** What a fallback is given. */
export interface FaultProps {
  /** Whatever was thrown, an `Error` or not. */
  readonly error: unknown;
  readonly kind: FaultKind;
  /** What joins the fault to its report: the text `onFault` returned or resolved with, else the server's digest. */
  readonly reference: string | undefined;
  /** Fetches by `onRetry`, then renders the children again, in a transition; without `onRetry` it only renders. */
  readonly retry: () => void;
  /** Renders the children again. */
  readonly reset: () => void;
}

/** What `onFault` is told besides the error. */
export interface FaultReport {
  readonly kind: FaultKind;
  /** The components around the fault, one a line, innermost first, where React knows them. */
  readonly componentStack: string | null | undefined;
  readonly digest: string | undefined;
}

/** What a {@link FaultBoundary} accepts. */
export interface FaultBoundaryProps extends JudgeFaultOptions {
  readonly children?: ReactNode;
  /**
   * Rendered in place of the children after a fault. The same on every render: a function written in place is another
   * component each time, which comes up anew, takes the focus again and forgets its state.
   */
  readonly fallback: ComponentType<FaultProps>;
  /** The children are rendered again when one of these differs, by `Object.is`, from what it was with the fault. */
  readonly resetKeys?: readonly unknown[] | undefined;
  /**
   * Reports a fault, once for each; the same object is never reported twice, not even by another boundary. The text it
   * returns or resolves with, such as the event id of a monitoring service, is the reference people see; until it is
   * there they see the digest. What it throws or rejects with is thrown again outside of React, and so cannot take the
   * fallback away; the same holds for `onReset`, `classify` and `isControlFlow`.
   */
  readonly onFault?:
    | ((error: unknown, fault: FaultReport) => string | undefined | Promise<string | undefined>)
    | ((error: unknown, fault: FaultReport) => void | Promise<void>)
    | undefined;
  /** Called before the children are rendered again, for whatever reason. */
  readonly onReset?: (() => void) | undefined;
  /** Fetches again, as `router.refresh` does. Whether it fails or not, the children are rendered again after it. */
  readonly onRetry?: (() => void | Promise<void>) | undefined;
}

/** One fault. It is held apart from its value, since `undefined` can be thrown as well, and filled in as more is known. */
interface Fault {
  readonly error: unknown;
  kind?: FaultKind;
  reference?: string | undefined;
}

interface FaultState {
  readonly fault?: Fault;
}

/** The objects reported so far, by whichever boundary, and what came back for each. */
const reported = new WeakMap<object, unknown>();

/**
 * Catches whatever its children throw while they render or in their effects, and shows a fallback instead. Redirects
 * and status signals of the framework pass through it, and so does what the fallback throws. Errors of event handlers
 * and timers reach it by `useFault`.
 *
 * One thing no boundary catches: an object thrown while rendering whose `then` cannot be read, such as a revoked proxy.
 * React 19 reads it before it looks for a boundary. In effects and by `useFault` it is caught like all else.
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
    // A primitive has another object each time: each one thrown is a fault of its own.
    const key = Object(error) as object;
    if (onFault && !reported.has(key)) {
      reported.set(
        key,
        attempt<[unknown, FaultReport], unknown>(onFault, error, {
          kind,
          componentStack,
          digest: serverDigest(error),
        }),
      );
    }
    const refer = (answer: unknown) => {
      if (typeof answer !== 'string') {
        void (answer as Partial<Promise<unknown>> | undefined)?.then?.(refer, (failure: unknown) =>
          attempt(() => {
            throw failure;
          }),
        );
      } else if (answer && Object.is(fault?.error, error)) {
        // Of several errors in one commit each arrives here, and only the last is the state's.
        (fault as Fault).reference = answer;
        this.forceUpdate();
      }
    };
    refer(reported.get(key));
  }

  override componentDidUpdate({ resetKeys: before = [] }: FaultBoundaryProps, { fault }: FaultState): void {
    const { resetKeys: now = [] } = this.props;
    if (now.length - before.length || now.some((key, index) => !Object.is(key, before[index]))) {
      // The fault before this update, that is: a change that came with a fault did not mend it.
      this.#reset(fault);
    }
  }

  override render(): ReactNode {
    const { fallback, children } = this.props;
    const { fault } = this.state;
    if (!fault) return children;
    // Judged here, since the step before knows no props; and once, as the network may be back by the next render.
    fault.kind ??= judgeFault(fault.error, this.props);
    const reset = () => this.#reset(fault);
    const render = () => startTransition(reset);
    const retry = () =>
      startTransition(() => {
        // A synchronous refetch belongs to the same transition as the render, or the old data would be rendered first.
        const fetching = attempt(this.props.onRetry);
        // A promise is not handed to React, which holds back every transition of the page until it is settled. Whether it
        // fails or not: the children know best whether they can do without.
        if (fetching?.then) fetching.then(render, render);
        else render();
      });
    // In a boundary of its own: what a fallback throws would else look like another fault of the children.
    return createElement(
      FaultBoundary,
      { fallback: this.#PassOn },
      createElement(fallback, { ...(fault as Required<Fault>), retry, reset }),
    );
  }

  /** Throws what the fallback threw where the boundary around this one catches it. */
  readonly #PassOn = ({ error }: FaultProps): undefined => {
    useLayoutEffect(() =>
      this.forceUpdate(() => {
        throw error;
      }),
    );
  };

  /** Renders the children again, unless that fault is gone already: buttons are pressed twice, and answers come late. */
  #reset(fault: Fault | undefined): void {
    if (fault && fault === this.state.fault) {
      attempt(this.props.onReset);
      this.setState({ fault: undefined });
    }
  }
}
