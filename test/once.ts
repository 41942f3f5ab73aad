/**
 * Creates a value when a test first needs it, and returns the same value from then on.
 *
 * The test runner finds the test that a hook belongs to by the promise that was awaited last. A test that awaits a
 * promise of an earlier test would therefore add its `after` hooks to that one, where they never run. So the value is
 * kept, not its promise: calls that start before the first one has ended create another one.
 */
export function once<T extends object>(make: () => Promise<T>): () => Promise<T> {
  let made: T | undefined;
  return async () => {
    made ??= await make();
    return made;
  };
}
