import type { Event } from '@sentry/core';
import { capturedError } from './error-facts.ts';

interface CutOffWording {
  /** What is thrown. */
  readonly type: RegExp;
  readonly message: RegExp;
}

// What `fetch` and reading a body say when they are cut off; the SDK adds the host in brackets.
const FETCH =
  'Failed to fetch|NetworkError when attempting to fetch resource\\.|Load failed|network error|cancelled|avbruten|已取消|annulé|cancelado|abgebrochen|отменено|キャンセルしました|The network connection was lost\\.|Error in (?:input|body) stream';
const ABORT =
  'AbortError|The user aborted a request\\.|The operation was aborted\\.|signal is aborted without reason|Fetch is aborted|BodyStreamBuffer was aborted';

/** What a request says that the browser cuts off because the page is being left. */
const CUT_OFF: readonly CutOffWording[] = [
  // Chromium, Firefox and Safari, which translates. guardian/dotcom-rendering#7136, TanStack/router#719, boardsesh/boardsesh#2085,
  // koala73/worldmonitor#479; while a body is read: OpenDCAI/Mycel#616, determined-ai/determined#4014, axios/axios#801
  {
    type: /^(?:TypeError|AbortError|NetworkError)$/,
    message: new RegExp(`^(?:${FETCH}|${ABORT})\\s*(?:\\([\\w.:-]+\\))?$`, 'i'),
  },
  // Apollo, up to version 2 with words of its own before it. apollographql/apollo-client#7771,
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

/** Whether an error says that a request was cut off. Every such error has other causes too, so that the page has to be left besides. */
export function isCutOff(event: Event): boolean {
  const error = capturedError(event);
  return CUT_OFF.some(({ type, message }) => type.test(error.type) && message.test(error.message));
}
