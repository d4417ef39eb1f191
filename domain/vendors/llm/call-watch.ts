/** How long a call may take, in ms. */
export interface CallLimits {
  firstChunkTimeoutMs: number;
  chunkTimeoutMs: number;
  callTimeoutMs: number;
}

/** Aborts a call when its caller aborts, or when the vendor is silent or too slow. */
export interface CallWatch {
  /** The signal to pass to the call. */
  readonly signal: AbortSignal;
  /** Why the watch ended the call; null while it runs, and when the caller ended it. */
  readonly timedOut: string | null;
  /** Call this whenever data arrives. */
  readonly alive: () => void;
  /** Call this when the answer will come as a whole, so that nothing arrives before all of it. */
  readonly untilWhole: () => void;
  /** Aborts the call if it still runs, and clears all timers. */
  stop(): void;
}

/**
 * Watches one call. The AI SDK's own chunk timeouts start with the first event, so they never fire for a vendor that accepts a request and
 * sends nothing; these do.
 */
export function watchCall(caller: AbortSignal, limits: CallLimits): CallWatch {
  const controller = new AbortController();
  let timedOut: string | null = null;
  let silence: NodeJS.Timeout | null = null;
  const end = (why: string) => {
    timedOut ??= why;
    controller.abort(new DOMException(why, 'TimeoutError'));
  };
  const leave = () => controller.abort(caller.reason);
  const first = setTimeout(end, limits.firstChunkTimeoutMs, `nothing arrived within ${limits.firstChunkTimeoutMs} ms`);
  const total = setTimeout(end, limits.callTimeoutMs, `not finished after ${limits.callTimeoutMs} ms`);
  if (caller.aborted) leave();
  else caller.addEventListener('abort', leave, { once: true });
  return {
    signal: controller.signal,
    get timedOut() {
      return timedOut;
    },
    alive() {
      clearTimeout(first);
      if (silence) silence.refresh();
      else silence = setTimeout(end, limits.chunkTimeoutMs, `silent for ${limits.chunkTimeoutMs} ms`);
    },
    untilWhole() {
      clearTimeout(first);
    },
    stop() {
      clearTimeout(first);
      clearTimeout(total);
      if (silence) clearTimeout(silence);
      caller.removeEventListener('abort', leave);
      controller.abort();
    },
  };
}
