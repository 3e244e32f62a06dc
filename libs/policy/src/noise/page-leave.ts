import type { Event } from '@sentry/core';
import { capturedError } from './error-facts.ts';

interface CutOffWording {
  readonly type: RegExp;
  readonly message: RegExp;
}

// Messages of `fetch` and of body streams that the browser aborts. The SDK adds the host in brackets.
const FETCH =
  'Failed to fetch|NetworkError when attempting to fetch resource\\.|Load failed|network error|cancelled|avbruten|已取消|annulé|cancelado|abgebrochen|отменено|キャンセルしました|The network connection was lost\\.|Error in (?:input|body) stream';
const ABORT =
  'AbortError|The user aborted a request\\.|The operation was aborted\\.|signal is aborted without reason|Fetch is aborted|BodyStreamBuffer was aborted';

/** Errors of requests that the browser aborts because the visitor leaves the page. */
const CUT_OFF: readonly CutOffWording[] = [
  // Chromium, Firefox and Safari, which translates. guardian/dotcom-rendering#7136, TanStack/router#719, boardsesh/boardsesh#2085,
  // koala73/worldmonitor#479; while a body is read: OpenDCAI/Mycel#616, determined-ai/determined#4014, axios/axios#801
  {
    type: /^(?:TypeError|AbortError|NetworkError)$/,
    message: new RegExp(`^(?:${FETCH}|${ABORT})\\s*(?:\\([\\w.:-]+\\))?$`, 'i'),
  },
  // Apollo, up to version 2 with a prefix. apollographql/apollo-client#7771,
  // apollographql/react-apollo#3191, apollographql/apollo-client#5014
  { type: /^ApolloError$/, message: new RegExp(`^(?:Network error: )?(?:${FETCH}|${ABORT})$`) },
  { type: /^Error$/, message: new RegExp(`^Network error: (?:${FETCH}|${ABORT})$`) },
  // axios, up to version 0.26 as a plain error. axios/axios#6209, axios/axios#801, whisper-money/whisper-money#780,
  // SigNoz/signoz#12495
  { type: /^(?:AxiosError|Error)$/, message: /^(?:Request aborted|Network Error)$/ },
  // import() of the three engines. guardian/dotcom-rendering#7188, exercism/website#8349, vitejs/vite#20313
  {
    type: /^TypeError$/,
    message:
      /^(?:Failed to fetch dynamically imported module: |error loading dynamically imported module(?::| with source |$)|Importing a module script failed\.$)/i,
  },
];

/** Returns whether an error is that of an aborted request. Such errors have other causes too: check that the visitor leaves the page. */
export function isCutOff(event: Event): boolean {
  const error = capturedError(event);
  return CUT_OFF.some(({ type, message }) => type.test(error.type) && message.test(error.message));
}
