// A page's data and return paths: the parts that need no navigator.
import { presets } from '@adit/router';
import { createRetryingFetch } from '@adit/router/fetch';
import { sanitizeReturnPath } from '@adit/router/url';

const clock = {
  setTimeout: (callback, delayMs) => window.setTimeout(callback, delayMs),
  clearTimeout: (handle) => window.clearTimeout(handle),
};

/** The status of the last answer, or the error of the last request. */
async function load(address, retries) {
  const retryingFetch = createRetryingFetch({
    fetch: (...request) => window.fetch(...request),
    clock,
    retries,
  });
  try {
    return (await retryingFetch(address)).status;
  } catch (error) {
    return error.name;
  }
}

Object.assign(window, { load, presets, sanitizeReturnPath });
