// Failures that a harness may overlook. All tests but the first must fail.
describe('controls', () => {
  it('what is right passes', () => expect([1, { a: 2 }]).toEqual([1, { a: 2 }]));
  it('a wrong value fails', () => expect([1, { a: 2 }]).toEqual([1, { a: 3 }]));
  it('a rejection fails', () => Promise.reject(new Error('late')));
  it('what does not end fails', () => new Promise(() => undefined), 50);
  describe('below a hook that fails', () => {
    beforeEach(() => {
      throw new Error('hook');
    });
    it('every test fails', () => undefined);
  });
  describe('with an end that fails', () => {
    afterEach(() => {
      throw new Error('hook');
    });
    it('so does this one', () => undefined);
  });
});
