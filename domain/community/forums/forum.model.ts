import { Model } from 'objection';
import type { Ref } from '#domain/platform/rows/ref.ts';
import type { Table } from '#domain/platform/rows/table.ts';

/** A member of a forum. */
export class ForumMember extends Model {
  static override tableName = 'forum_member';
  static override idColumn = ['account_id', 'forum_id'];

  declare account_id: Ref<'account'>;
  declare forum_id: 'general' | 'technical' | 'learning' | 'career';
  declare joined_at: Date;
}

/** A post in a forum or a study group. */
export class ForumPost extends Model {
  static override tableName = 'forum_post';

  declare id: string;
  declare author_id: Ref<'account'>;
  /** Set for a post in a forum; `group_id` is set for a post in a group. */
  declare forum_id: 'general' | 'technical' | 'learning' | 'career' | null;
  declare group_id: Ref<'study_group'> | null;
  /** The lesson it is about, by its permanent id, which copies of a course share. */
  declare lesson_id: string | null;
  declare lesson_title: string | null;
  declare title: string;
  declare content: string;
  declare is_pinned: boolean;
  declare is_locked: boolean;
  /** Seeded for development. */
  declare is_sample: boolean;
  declare created_at: Date;
  declare edited_at: Date | null;
  /** Time of the post or its last reply. */
  declare active_at: Date;
  /** Normalised text for searches; generated. */
  declare search_text: string | null;
}

/** A reply to a post. */
export class ForumReply extends Model {
  static override tableName = 'forum_reply';

  declare id: string;
  declare post_id: Ref<'forum_post'>;
  declare author_id: Ref<'account'>;
  declare content: string;
  declare created_at: Date;
  declare edited_at: Date | null;
}

/** A like of a post. */
export class PostLike extends Model {
  static override tableName = 'post_like';
  static override idColumn = ['post_id', 'account_id'];

  declare post_id: Ref<'forum_post'>;
  declare account_id: Ref<'account'>;
  declare liked_at: Date;
}

/** A like of a reply. */
export class ReplyLike extends Model {
  static override tableName = 'reply_like';
  static override idColumn = ['reply_id', 'account_id'];

  declare reply_id: Ref<'forum_reply'>;
  declare account_id: Ref<'account'>;
  declare liked_at: Date;
}

/** The time up to which a user has read a post. */
export class PostReading extends Model {
  static override tableName = 'post_reading';
  static override idColumn = ['account_id', 'post_id'];

  declare account_id: Ref<'account'>;
  declare post_id: Ref<'forum_post'>;
  declare read_at: Date;
  /** Whether they are notified of replies. */
  declare is_subscribed: boolean;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    forum_member: Table<ForumMember>;
    forum_post: Table<ForumPost>;
    forum_reply: Table<ForumReply>;
    post_like: Table<PostLike>;
    reply_like: Table<ReplyLike>;
    post_reading: Table<PostReading>;
  }
}
