/** A problem the user can fix; printed without a stack. */
export class ScriptError extends Error {
  /** The exit code: 1, or 2 for invalid arguments. */
  readonly exitCode: number;

  constructor(message: string, { exitCode = 1, ...options }: ErrorOptions & { exitCode?: number } = {}) {
    super(message, options);
    this.exitCode = exitCode;
  }
}

/**
 * Runs a command-line script and sets the exit code: 0, or that of the `ScriptError` (1 for other errors), with one line on stderr for what the
 * user can fix (an unexpected error keeps its stack).
 * @param main receives the arguments after the script's name
 * @param isExpected errors whose message is sufficient, besides `ScriptError`
 */
export async function runScript(
  main: (words: string[]) => Promise<void>,
  isExpected: (error: unknown) => boolean = () => false,
): Promise<void> {
  try {
    await main(process.argv.slice(2));
  } catch (error) {
    process.exitCode = error instanceof ScriptError ? error.exitCode : 1;
    if (error instanceof ScriptError || isExpected(error)) console.error((error as Error).message);
    else console.error(error);
  }
}
