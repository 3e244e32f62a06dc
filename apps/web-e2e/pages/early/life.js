// A page that reports the events of its life through errors. A plain script, so that both pages run the same bytes.
(() => {
  const { nonce } = document.currentScript;
  window.fail = (message) => {
    const script = document.createElement('script');
    script.nonce = nonce;
    script.textContent = `throw new Error(${JSON.stringify(message)})`;
    document.head.append(script);
  };
  window.violations = [];
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    window.violations.push(`${violatedDirective} ${blockedURI}`),
  );
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) window.fail('back from the cache');
  });
  const isDenied = (storage) => {
    try {
      return !window[storage];
    } catch {
      return true;
    }
  };
  const asks = new URLSearchParams(location.search);
  const tell = () => {
    const denied = ['localStorage', 'sessionStorage', 'indexedDB'].filter(isDenied);
    window.fail(
      `${document.visibilityState}, ${window.origin === 'null' ? 'opaque, ' : ''}denied: ${denied.join()}`,
    );
  };
  const whenStarted = () => void (window.isSdkThere ? tell() : setTimeout(whenStarted, 50));
  if (asks.get('tell') === 'before') addEventListener('DOMContentLoaded', tell);
  if (asks.get('tell') === 'after') whenStarted();
})();
