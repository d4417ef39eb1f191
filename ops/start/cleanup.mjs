/**
 * Collects what to undo when the launcher ends, in reverse order. The second call, with `hard`, makes the running step and the remaining ones
 * stop without a grace period.
 */
export function cleanupStack() {
  /** @type {Array<{ undo: (hard: boolean) => unknown }>} */
  const stack = [];
  let hard = false;
  /** @type {((hard: boolean) => unknown) | null} */
  let underWay = null;
  return {
    /**
     * @param {(hard: boolean) => unknown} undo may be called a second time, with true, while the first call is still under way
     * @returns {() => void} removes it again, once it has become unnecessary
     */
    push(undo) {
      const entry = { undo };
      stack.push(entry);
      return () => {
        const index = stack.indexOf(entry);
        if (index >= 0) stack.splice(index, 1);
      };
    },
    async run() {
      for (let entry = stack.pop(); entry; entry = stack.pop()) {
        underWay = entry.undo;
        try {
          await entry.undo(hard);
        } catch (error) {
          console.error(error); // the remaining entries must still be undone
        }
      }
    },
    hurry() {
      hard = true;
      void underWay?.(true);
    },
  };
}
