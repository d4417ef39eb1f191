/** The cause of the notification that an outline waits for its learner: told once, and taken back when it waits no more. */
export const outlineWaits = (runId: string): string => `outline.waiting:${runId}`;
