/** I18N-07. */
const RETRIES = 5;
const FIRST_PAUSE_MS = 350;

/** Waits. @throws the signal's reason */
export const pause = (ms: number, signal: AbortSignal | null) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });

/** Whether the server refused the request, so that it would be refused again. */
const isFinal = (error: unknown): boolean => {
  const status = (error as { status?: unknown }).status;
  return typeof status === 'number' && status >= 400 && status < 500 && status !== 429;
};

/** Retries up to five times, after 350 ms, 700 ms and so on (I18N-07). @throws the last error; the signal's reason */
export async function withRetries<T>(work: () => Promise<T>, signal: AbortSignal | null = null): Promise<T> {
  for (let retry = 0; ; retry += 1) {
    try {
      return await work();
    } catch (error) {
      if (retry === RETRIES || signal?.aborted || isFinal(error)) throw error;
      await pause(FIRST_PAUSE_MS * 2 ** retry, signal);
    }
  }
}
