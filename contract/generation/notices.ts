/** What the writing of courses and lessons notifies people of. */
export const GENERATION_NOTICES = ['run.completed', 'run.failed', 'run.practice_failed', 'outline.waiting', 'proposal.ready'] as const;
