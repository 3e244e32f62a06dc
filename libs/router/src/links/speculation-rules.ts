import { requireOneOf } from '../options.ts';
import { linkPrefetchTransport } from './link-prefetch-transport.ts';
import type { PrefetchTransport } from './transport.ts';

/** Options of {@link createSpeculationRules}. */
export interface SpeculationRulesOptions {
  /**
   * What is prerendered rather than prefetched. Default `never`: prerendering runs the page's scripts, so its analytics
   * must wait for `prerenderingchange`.
   */
  readonly prerender?: 'never' | 'intent' | 'always' | undefined;
  /** For a content security policy that requires one. Default that of the first script with a nonce. */
  readonly nonce?: string | undefined;
  /** What to use if the browser does not support speculation rules, or the page forbids them. Default `linkPrefetchTransport`. */
  readonly fallback?: PrefetchTransport | undefined;
}

/** A transport that leaves something in the document. */
export interface SpeculationRules {
  /** Fulfils as soon as the browser has the rule: how many it follows at once is up to the browser, which reports no end. */
  readonly transport: PrefetchTransport;
  /** Takes all rules out, which cancels what has not been used. */
  stop(): void;
}

/**
 * Inline speculation rules, one for each address. A rule stays until {@link SpeculationRules.stop}, because taking it out
 * discards what it has fetched. Under `require-trusted-types-for 'script'` a page takes no inline rule, unless it has a
 * default policy that does, and `fallback` is used.
 *
 * @throws RangeError when `prerender` is none of the three
 */
export function createSpeculationRules({
  prerender = 'never',
  nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce,
  fallback = linkPrefetchTransport,
}: SpeculationRulesOptions = {}): SpeculationRules {
  requireOneOf('prerender', prerender, ['never', 'intent', 'always']);
  const rules = new Set<HTMLScriptElement>();
  // Not every browser that lacks the rules has the question.
  let supported = 'supports' in HTMLScriptElement && HTMLScriptElement.supports('speculationrules');

  function add({ url, priority }: Parameters<PrefetchTransport>[0]): void {
    const action = prerender === 'always' || prerender === priority ? 'prerender' : 'prefetch';
    const rule = document.createElement('script');
    rule.type = 'speculationrules';
    if (nonce !== undefined) rule.nonce = nonce;
    rule.text = JSON.stringify({ [action]: [{ source: 'list', urls: [url], eagerness: 'immediate' }] });
    document.head.append(rule);
    rules.add(rule);
  }

  return {
    async transport(prefetch) {
      try {
        if (supported) add(prefetch);
      } catch {
        // Trusted Types; another script would be another violation in the site's reports.
        supported = false;
      }
      if (!supported) await fallback(prefetch);
    },
    stop() {
      for (const rule of rules) rule.remove();
      rules.clear();
    },
  };
}
