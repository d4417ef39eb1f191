/** Returns the cause of the notification that an outline waits for approval: created once, and withdrawn when it no longer waits. */
export const outlineApprovalNotice = (runId: string): string => `outline.waiting:${runId}`;
