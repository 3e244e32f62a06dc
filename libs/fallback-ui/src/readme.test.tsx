/** @jest-environment node */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileFunction } from 'node:vm';
import { createElement, type FunctionComponent } from 'react';
import * as jsxRuntime from 'react/jsx-runtime';
import { renderToStaticMarkup } from 'react-dom/server';
import ts from 'typescript';
import * as fallbackUi from './index.ts';

const README = readFileSync(join(__dirname, '../README.md'), 'utf8');
const EXAMPLES = [...README.matchAll(/```tsx\n([^]*?)```/g)].map(([, code = '']) => code);

const PACKAGES: Record<string, unknown> = {
  '@adit/fallback-ui': fallbackUi,
  'react/jsx-runtime': jsxRuntime,
};

/** Runs an example as a module and returns its default export. */
function runExample(code: string): FunctionComponent<fallbackUi.CaughtErrorProps> {
  const { outputText } = ts.transpileModule(code, {
    compilerOptions: { module: ts.ModuleKind.CommonJS, jsx: ts.JsxEmit.ReactJSX },
  });
  const exported: { default?: FunctionComponent<fallbackUi.CaughtErrorProps> } = {};
  const run = compileFunction(outputText, ['require', 'exports']) as (
    require: (name: string) => unknown,
    exports: object,
  ) => void;
  run((name) => PACKAGES[name], exported);
  return exported.default!;
}

describe('README', () => {
  it('starts in ten lines', () => {
    expect(EXAMPLES).toHaveLength(3);
    expect(EXAMPLES[0]?.trim().split('\n').length).toBeLessThanOrEqual(10);
  });

  it.each([
    ['This page could not be found.', EXAMPLES[0]],
    ['href="/sign-in"', EXAMPLES[1]],
    ['see the server logs for more information', EXAMPLES[2]],
  ])('has an example that shows %s', (expected, example = '') => {
    const markup = renderToStaticMarkup(createElement(runExample(example), { error: { digest: '42' } }));

    expect(markup).toContain(expected);
    expect(markup).toContain('– Example</title>');
  });

  it('quotes the sentences the screens show', () => {
    const { notFound, forbidden, unauthorized, error, globalError } = fallbackUi.classicTexts;

    for (const sentence of [
      notFound.heading,
      forbidden.heading,
      unauthorized.heading,
      error.heading,
      globalError.clientSide,
      globalError.serverSide,
    ]) {
      expect(README).toContain(`"${sentence}"`);
    }
  });

  it('is right that one hash allows the style of every screen', () => {
    const hashes = [
      <fallbackUi.NotFoundScreen key="404" />,
      <fallbackUi.ErrorScreen key="error" />,
      <fallbackUi.GlobalErrorScreen key="global" />,
    ].map((screen) => {
      const [, css = ''] = /<style>([^]*?)<\/style>/.exec(renderToStaticMarkup(screen)) ?? [];
      return createHash('sha256').update(css).digest('base64');
    });

    expect(new Set(hashes)).toEqual(
      new Set([createHash('sha256').update(fallbackUi.fallbackCss).digest('base64')]),
    );
  });
});
