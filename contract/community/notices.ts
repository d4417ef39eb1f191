/** What happens in forums and groups that people are notified of; the subject is the title of the post or the name of the group. */
export const COMMUNITY_NOTICES = ['post.replied', 'group.requested', 'group.accepted'] as const;
