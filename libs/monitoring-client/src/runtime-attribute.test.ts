import { readRuntimeAttribute } from './runtime-attribute.ts';

describe(readRuntimeAttribute, () => {
  it('reads the attribute of the html element as it is', () => {
    document.documentElement.setAttribute('data-monitoring', '{"environment":"qa"}');

    expect(readRuntimeAttribute(document, 'data-monitoring')).toBe('{"environment":"qa"}');
  });

  it('is undefined where there is none', () => {
    expect(readRuntimeAttribute(document, 'data-absent')).toBeUndefined();
  });
});
