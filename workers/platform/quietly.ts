/** An unavailable connection repeats its error many times a second. Passes the same message once in ten seconds. */
const EVERY_MS = 10_000;

export function quietly(report: (error: Error) => void): (error: Error) => void {
  const seen = new Map<string, number>();
  return (error) => {
    const now = performance.now();
    if (now - (seen.get(error.message) ?? -Infinity) < EVERY_MS) return;
    if (seen.size > 100) seen.clear();
    seen.set(error.message, now);
    report(error);
  };
}
