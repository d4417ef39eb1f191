import { FORUM_IDS, type Forum } from '#contract/community/forums.contract.ts';
import { isShown } from '#domain/moderation/public-text.queries.ts';
import { database } from '#domain/platform/database.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';

/** Title and description of each forum. The interface translates both. */
const ABOUT: Readonly<Record<Forum['forum_id'], { title: string; description: string }>> = {
  general: { title: 'General', description: 'Say hello, ask anything, find people to learn with.' },
  technical: { title: 'Technical', description: 'Code, tools and whatever does not run.' },
  learning: { title: 'Learning', description: 'Courses, lessons, exercises and how to learn well.' },
  career: { title: 'Career', description: 'Jobs, interviews, portfolios and changing fields.' },
};

/** Lists the forums with their counts (COM-04): posts that the reader may see, and people who joined or wrote. */
export async function listForums(viewerId: string): Promise<Forum[]> {
  const rows = await rowsOf<Omit<Forum, 'last_activity'> & { last_activity: Date | null }>(
    database(),
    sql`select forum_id, (select count(*)::int from forum_post post
                           where post.forum_id = forum.forum_id and ${isShown('post', sql`post.id`, viewerId)}) as posts_count,
               (select max(active_at) from forum_post post where post.forum_id = forum.forum_id) as last_activity,
               (select count(*)::int from forum_member where forum_member.forum_id = forum.forum_id) as participants,
               exists (select from forum_member where forum_member.forum_id = forum.forum_id and account_id = ${viewerId}) as joined
          from unnest(${FORUM_IDS}::text[]) forum (forum_id)`,
  );
  return rows.map((row) => ({
    ...row,
    ...ABOUT[row.forum_id],
    category: row.forum_id,
    last_activity: row.last_activity?.toISOString() ?? null,
  }));
}
