import { fillText } from '../fallback-texts.ts';
import { classicTexts } from './en.ts';

const leaves = (value: object): unknown[] =>
  Object.values(value).flatMap((leaf: unknown) =>
    typeof leaf === 'object' && leaf !== null ? leaves(leaf) : [leaf],
  );

describe('classicTexts', () => {
  it('holds plain, filled-in strings only, so that it can cross from server to client components', () => {
    expect(leaves(classicTexts).length).toBeGreaterThan(20);
    expect(leaves(classicTexts).filter((text) => typeof text !== 'string' || text.trim() === '')).toEqual([]);
    expect(JSON.parse(JSON.stringify(classicTexts))).toEqual(classicTexts);
  });

  it('has a place for the code and for the digest', () => {
    expect(fillText(classicTexts.code, 'code', '404')).toBe('Error 404');
    expect(fillText(classicTexts.digest, 'digest', '42')).toBe('Digest: 42');
  });
});

describe('fillText', () => {
  it('puts in text as it is, where a plain replacement interprets it', () => {
    expect('Digest: {digest}'.replace('{digest}', '$&')).toBe('Digest: {digest}');
    expect(fillText('Digest: {digest}', 'digest', '$&')).toBe('Digest: $&');
  });
});
