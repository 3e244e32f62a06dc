/** A method, whatever its arguments. */
type Method = (...args: unknown[]) => unknown;

/**
 * Keeps a function outermost around a method of an object, also after others have wrapped the method: compression
 * replaces `write` and `end` of a response once the application runs, and passes only compressed bytes on. A wrapper
 * calls the method that it has read, and thereby what is below it.
 */
export function keepOutermost(
  target: object,
  name: string,
  outermost: (inner: Method, args: readonly unknown[]) => unknown,
): void {
  let top = 0;
  let door: Method;
  const add = (inner: Method): void => {
    const level = (top += 1);
    door = function (this: unknown, ...args) {
      const bound: Method = (...given) => Reflect.apply(inner, this, given);
      return level === top ? outermost(bound, args) : bound(...args);
    };
  };
  add(Reflect.get(target, name) as Method);
  Object.defineProperty(target, name, {
    configurable: true,
    enumerable: true,
    get: () => door,
    set: add,
  });
}
