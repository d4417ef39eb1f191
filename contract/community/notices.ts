/** Notification kinds of forums and groups; the subject is the post's title or the group's name. */
export const COMMUNITY_NOTICES = ['post.replied', 'group.requested', 'group.accepted'] as const;
