import { keepOutermost } from './outermost.ts';

function setUp() {
  const written: string[] = [];
  const target = { write: (text: string) => void written.push(text) };
  keepOutermost(target, 'write', (inner, [text]) => inner(`(${String(text)})`));
  return { target, written };
}

/** As middleware does. */
function wrap(target: { write: (text: string) => void }, name: string): void {
  const { write } = target;
  target.write = function (text) {
    write.call(this, `${name}${text}`);
  };
}

it('runs before the method', () => {
  const { target, written } = setUp();
  target.write('a');
  expect(written).toEqual(['(a)']);
});

it('runs once, before all that wrap the method later', () => {
  const { target, written } = setUp();
  wrap(target, 'one:');
  wrap(target, 'two:');
  target.write('a');
  expect(written).toEqual(['one:two:(a)']);
});

it('runs before what is put back', () => {
  const { target, written } = setUp();
  const { write } = target;
  wrap(target, 'one:');
  target.write = write;
  target.write('a');
  expect(written).toEqual(['(a)']);
});
