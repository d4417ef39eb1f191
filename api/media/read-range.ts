/**
 * Parses a `Range` header, which players send for seeking. Only a single range is supported; for anything else, including ranges outside
 * the file, the answer is the whole file, which RFC 9110 (14.2) allows.
 */
export function readRange(header: string, bytes: number): { start: number; end: number } | null {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(header.trim()) ?? [];
  if (from === undefined || to === undefined || (from === '' && to === '')) return null;
  const start = from === '' ? Math.max(0, bytes - Number(to)) : Number(from);
  const end = from === '' || to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1);
  return start <= end && start < bytes ? { start, end } : null;
}
