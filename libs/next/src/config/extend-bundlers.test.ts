/** @jest-environment node */
import type { NextConfig } from 'next';
import { extendBundlers, type BundlerChanges } from './extend-bundlers.ts';

const NOTHING: BundlerChanges = { aliases: {}, withoutDebugCode: false, hasConditions: true };

const extend = (changes: Partial<BundlerChanges>, config: NextConfig = {}) =>
  extendBundlers(config, '/shop', { ...NOTHING, ...changes });

const webpackOf = ({ webpack }: Pick<NextConfig, 'webpack'>, given: object = {}, isServer = false) =>
  webpack?.(given, { isServer } as never) as Record<string, unknown>;

it('changes nothing without a reason', () => {
  expect(extend({})).toEqual({});
});

it('takes debug code of Sentry out of what browsers load', () => {
  const config = extend({ withoutDebugCode: true }, { turbopack: { rules: { '*.svg': [] } } });
  const { rules = {} } = config.turbopack ?? {};

  expect(Object.keys(rules)).toEqual(['*.svg', '*.js']);
  expect(rules['*.js']).toMatchObject({
    condition: { all: ['browser', 'foreign', {}] },
    loaders: [expect.stringMatching(/config[\\/]drop-debug-code\.js$/)],
  });
  const rule = {
    test: expect.any(RegExp) as RegExp,
    loader: expect.stringMatching(/drop-debug-code/) as string,
  };
  expect(webpackOf(config, { module: { rules: ['own'], noParse: 'a' } })['module']).toEqual({
    rules: ['own', rule],
    noParse: 'a',
  });
  expect(webpackOf(config)['module']).toEqual({ rules: [rule] });
  expect(webpackOf(config, {}, true)['module']).toBeUndefined();
});

it('adds no rule beside one of the application for all scripts', () => {
  const rules = { '*.js': { loaders: ['own'] } };

  expect(extend({ withoutDebugCode: true }, { turbopack: { rules } }).turbopack).toEqual({ rules });
});

it('adds no rule before Next 16, whose Turbopack would apply it to every file', () => {
  expect(extend({ withoutDebugCode: true, hasConditions: false }).turbopack).toEqual({});
});

it('leaves debug code to webpack if nothing asks for less', () => {
  const config = extend({ aliases: { a: './b.ts' } }, { webpack: () => ({ own: true }) as never });

  expect(config.turbopack).toEqual({ resolveAlias: { a: './b.ts' } });
  expect(webpackOf(config)).toEqual({ own: true, resolve: { alias: { a$: '/shop/b.ts' } } });
});
