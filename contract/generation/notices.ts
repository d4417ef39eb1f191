/** Notification kinds of writing courses and lessons. */
export const GENERATION_NOTICES = ['run.completed', 'run.failed', 'run.practice_failed', 'outline.waiting', 'proposal.ready'] as const;
