import { findNode, fits } from './example-node.mjs';

const install = ({ packages }) => ({ binary: `/installed/${packages[0].split('@').at(-1)}` });

describe('findNode', () => {
  it('leaves an example to the Node that runs, if that fits', () => {
    expect(findNode(undefined, { running: '20.20.2', install })).toEqual({});
    expect(findNode({ node: '>=20.19.0' }, { running: '20.20.2', install })).toEqual({});
  });

  it('installs the oldest that fits', () => {
    const { binary } = findNode({ node: '>=22.22.0' }, { running: '20.20.2', install });
    expect(binary).toMatch(/^\/installed\/22\./);
    expect(findNode({ node: '>=23.0.0' }, { running: '22.23.3', install }).binary).toMatch(/\/24\./);
  });

  it('says why there is none', () => {
    const offline = () => ({ problem: 'Node 22 cannot be installed here: no network' });
    expect(findNode({ node: '>=22.22.0' }, { running: '20.20.2', install: offline }).problem).toBe(
      'it needs Node >=22.22.0, and Node 22 cannot be installed here: no network',
    );
    expect(findNode({ node: '>=99.0.0' }, { running: '20.20.2', install }).problem).toBe(
      'it needs Node >=99.0.0',
    );
  });
});

it.each([
  ['22.22.0', '>=22.22.0', true],
  ['22.21.9', '>=22.22.0', false],
  ['24.0.0', '>=22.22.0', true],
  ['20.20.2', '>=22.12.0', false],
  ['22.12.1', '>=22.12.0', true],
])('Node %s is in %s: %s', (version, range, isIn) => {
  expect(fits(version, range)).toBe(isIn);
});

it('refuses a range that it does not read', () => {
  expect(() => fits('22.0.0', '^20 || >=22')).toThrow('accepted: a range such as ">=22.22.0"');
});
