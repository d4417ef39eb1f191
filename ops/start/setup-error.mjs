/** A problem that the user can fix. Its lines are printed without a stack. */
export class SetupError extends Error {
  /** @param {string | string[]} lines one sentence per line: the problem and the remedy */
  constructor(lines) {
    const all = Array.isArray(lines) ? lines : [lines];
    super(all.join('\n'));
    this.name = 'SetupError';
    this.lines = all;
  }
}

/**
 * The code of a Node system error ('EACCES', 'ENOENT', …), or '' for anything else.
 * @param {unknown} error
 * @returns {string}
 */
export function errorCode(error) {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** @param {unknown} error */
export function errorText(error) {
  return error instanceof Error ? error.message : String(error);
}
