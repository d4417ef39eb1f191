/** What the making of clips notifies people of. */
export const VIDEO_NOTICES = ['video.completed', 'video.failed'] as const;
