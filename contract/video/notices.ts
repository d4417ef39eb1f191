/** Notification kinds of clips. */
export const VIDEO_NOTICES = ['video.completed', 'video.failed'] as const;
