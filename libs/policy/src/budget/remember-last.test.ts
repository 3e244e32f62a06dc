import { rememberLast } from './remember-last.ts';

function start() {
  const computed: string[] = [];
  const join = rememberLast((texts) => {
    computed.push(texts.join('+'));
    return texts.join('+');
  });
  return { computed, join };
}

describe('a function that remembers its last results', () => {
  it('computes none of them again', () => {
    const { computed, join } = start();
    const results = [['a', 'bc'], ['ab', 'c'], ['a', 'bc'], ['a'], ['ab', 'c'], []].map(join);

    expect(results).toEqual(['a+bc', 'ab+c', 'a+bc', 'a', 'ab+c', '']);
    expect(computed).toEqual(['a+bc', 'ab+c', 'a', '']);
  });

  it('confuses no texts of the same lengths, and forgets the former ones', () => {
    const { computed, join } = start();

    expect([['a'], ['b'], ['b'], ['a']].map(join)).toEqual(['a', 'b', 'b', 'a']);
    expect(computed).toEqual(['a', 'b', 'a']);
  });

  it('keeps no texts of more than 1,000 characters together', () => {
    const { computed, join } = start();
    for (const texts of [
      ['a'.repeat(999), 'b'],
      ['a'.repeat(1_000), 'b'],
    ]) {
      join(texts);
      join(texts);
    }

    expect(computed).toHaveLength(3);
  });
});
