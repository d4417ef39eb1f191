/** Error messages of a disk that is full rather than broken. */
const NO_ROOM = /no space left on device/i;

let fullAt = -Infinity;

/** Tells whether an error means that the database's disk, or this machine's, is full. */
export function isStorageFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: string };
  return code === '53100' || code === 'ENOSPC' || (code === '58030' && NO_ROOM.test(error.message));
}

/** Records a failed statement of this process, in case the disk was full. */
export function noteFailedStatement(error: unknown): void {
  if (isStorageFull(error)) fullAt = performance.now();
}

/** Forgets recorded failures: the next database is on another disk. */
export const forgetFailedStatements = (): void => void (fullAt = -Infinity);

/** Tells whether a statement of this process has met a full disk within the last `ms`. */
export const wasStorageFull = (ms: number): boolean => performance.now() - fullAt <= ms;
