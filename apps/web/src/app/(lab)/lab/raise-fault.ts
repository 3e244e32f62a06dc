import { stamped } from '../stamped';

const throwInHandler = (): never => {
  throw new Error(stamped('The lab threw this error in an event handler.'));
};

function rejectUnhandled(): void {
  void Promise.reject(new Error(stamped('The lab rejected this promise and nobody handled it.')));
}

/** Resizes an element in the observer of its size, which browsers cannot settle in the same frame. */
function loopResizeObserver(): void {
  const box = document.createElement('div');
  box.style.cssText = 'position:absolute;inset-inline-start:-999px;width:10px;height:10px';
  document.body.append(box);
  const observer = new ResizeObserver(() => {
    if (box.style.width === '10px') {
      box.style.width = '11px';
      return;
    }
    observer.disconnect();
    box.remove();
  });
  observer.observe(box);
}

/** For the browser, this server under its other loopback name is another origin. */
const OTHER_ORIGIN_NAMES: Readonly<Record<string, string>> = {
  localhost: '127.0.0.1',
  '127.0.0.1': 'localhost',
};

function loadForeignScript(): void {
  const script = document.createElement('script');
  const url = new URL('/lab/cross-origin-script', location.href);
  url.hostname = OTHER_ORIGIN_NAMES[location.hostname] ?? location.hostname;
  script.src = url.href;
  script.onload = () => script.remove();
  document.body.append(script);
}

const FAULTS: Readonly<Record<string, () => void>> = {
  'client-error': throwInHandler,
  'unhandled-rejection': rejectUnhandled,
  'resize-observer': loopResizeObserver,
  'cross-origin-script': loadForeignScript,
};

/** Raises a fault in this page. Throws the error that an event handler would throw. */
export function raiseFault(id: string): void {
  FAULTS[id]?.();
}

/** While it is set, scripts are answered 404 (`answer-for-lab.ts`). */
export const DEPLOYED_COOKIE = 'adit-lab-deployed';

const DEPLOYMENT_SECONDS = 30;

/** Removes this build's scripts, as a deployment does, until the next document load. */
export function simulateDeployment(): void {
  document.cookie = `${DEPLOYED_COOKIE}=1; path=/; max-age=${DEPLOYMENT_SECONDS}; samesite=lax`;
}
