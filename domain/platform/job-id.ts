/** Between the id of what is worked on and the number of the attempt. */
const MARK = '~';

/**
 * The id under which an attempt at some work holds tokens or counted work: a hold ends once, so what is tried again after it was given back
 * holds under an id of its own.
 * @param attempt counts from 1
 */
export const jobIdOf = (workId: string, attempt: number): string => (attempt === 1 ? workId : `${workId}${MARK}${attempt}`);

/** What a job of `jobIdOf` works on. */
export const workOfJob = (jobId: string): string => jobId.split(MARK, 1)[0]!;
