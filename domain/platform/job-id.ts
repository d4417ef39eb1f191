/** Separates the work's id from the attempt number. */
const MARK = '~';

/**
 * Returns the id under which one attempt holds tokens or plan units. A hold can end only once, so a retry after a refund needs another id.
 * @param attempt counts from 1
 */
export const jobIdOf = (workId: string, attempt: number): string => (attempt === 1 ? workId : `${workId}${MARK}${attempt}`);

/** Returns the work's id from a `jobIdOf` id. */
export const workIdOf = (jobId: string): string => jobId.split(MARK, 1)[0]!;
