import type { Knex } from 'knex';
import { belongsToGroup } from '#domain/community/groups/groups.queries.ts';
import { addNotification } from '#domain/notifications/notification.commands.ts';
import { notBlocked } from '#domain/people/people.queries.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { expression, sql } from '#domain/platform/sql.ts';

/** Sends the notifications of a held reply once it is released. */
export async function notifyReleasedReply(trx: Knex.Transaction, replyId: string): Promise<void> {
  if (!isUuid(replyId)) return;
  const reply = await trx('forum_reply as reply')
    .join('forum_post as post', 'post.id', 'reply.post_id')
    .where('reply.id', replyId)
    .first('reply.author_id', 'reply.post_id', 'post.title');
  if (!reply) return;
  await trx('forum_post').where({ id: reply.post_id }).update({ active_at: trx.fn.now() });
  await notifySubscribers(trx, { accountId: reply.author_id, postId: reply.post_id, title: reply.title });
}

/**
 * Notifies subscribers, once per reader until they read the post, so the cause includes when they last did. Leaves out users who left the
 * post's group or muted the author.
 */
export async function notifySubscribers(
  trx: Knex.Transaction,
  { accountId, postId, title }: { accountId: string; postId: string; title: string },
): Promise<void> {
  const readers = await trx('post_reading')
    .where({ post_id: postId, is_subscribed: true })
    .whereNot({ account_id: accountId })
    .where(
      expression(
        trx,
        sql`${notBlocked(sql`post_reading.account_id`, accountId)}
            and not exists (select from person_mute where person_mute.account_id = post_reading.account_id and muted_id = ${accountId})
            and not exists (select from forum_post post where post.id = post_reading.post_id and post.group_id is not null
                               and not ${belongsToGroup(sql`post.group_id`, sql`post_reading.account_id`)})`,
      ),
    )
    .select('account_id', 'read_at');
  for (const { account_id: reader, read_at: readAt } of readers) {
    const cause = `post.replied:${postId}:${(readAt as Date).getTime()}`;
    await addNotification(trx, { accountId: reader, kind: 'post.replied', cause, subject: title, taskId: postId });
  }
}
