/** What the person at the keyboard can put right; printed as it is, without a stack. */
export class ScriptError extends Error {
  /** What the process answers: 1, or 2 for words on the command line that cannot be understood. */
  readonly exitCode: number;

  constructor(message: string, { exitCode = 1, ...options }: ErrorOptions & { exitCode?: number } = {}) {
    super(message, options);
    this.exitCode = exitCode;
  }
}

/**
 * Runs a command-line script to its end and sets the exit code: 0, or that of the `ScriptError` (1 for other errors) with one line on
 * stderr for what the person can put right (an unexpected error keeps its stack).
 * @param main gets the words after the script's name
 * @param isExpected errors that explain themselves by their message alone, besides `ScriptError`
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
