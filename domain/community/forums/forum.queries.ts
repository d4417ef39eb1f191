import type { Knex } from 'knex';
import { FORUM_IDS, REPLIERS_SHOWN, type Forum, type ForumId, type Post, type Reply } from '#contract/community/forums.contract.ts';
import { assertGroupMember, belongsToGroup } from '#domain/community/groups/groups.queries.ts';
import { isInMarket } from '#domain/market/in-market.queries.ts';
import { isShown, stateOf } from '#domain/moderation/public-text.queries.ts';
import { notBlocked, isSampleStudent, showsProfile } from '#domain/people/people.queries.ts';
import { shownName } from '#domain/identity/accounts/shown-name.queries.ts';
import { database } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { folded, hasEveryWord, wordsOf } from '#domain/platform/normalised-text.ts';
import { decodeCursor, encodeCursor, type PageCursor } from '#domain/platform/page-cursor.ts';
import { rowsOf, sql, empty, join, type Sql } from '#domain/platform/sql.ts';
import { isUuid } from '#domain/platform/uuid.ts';

/** Title and description of each forum. The interface translates both. */
const ABOUT: Readonly<Record<Forum['forum_id'], { title: string; description: string }>> = {
  general: { title: 'General', description: 'Say hello, ask anything, find people to learn with.' },
  technical: { title: 'Technical', description: 'Code, tools and things that won’t run.' },
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

/** Maximum characters of a post in lists. */
const BEGINNING = 400;
const isReplyShown = (viewer: string): Sql =>
  sql`${isShown('reply', sql`reply.id`, viewer)} and ${notBlocked(sql`reply.author_id`, viewer)}`;
const isPostShown = (viewer: string): Sql => sql`${isShown('post', sql`post.id`, viewer)} and ${notBlocked(sql`post.author_id`, viewer)}`;

/** When the reader's account was created; earlier posts never count as new. */
const joinedAt = (viewer: string): Sql => sql`(select me.created_at from account me where me.id = ${viewer})`;

/** Selects posts for a reader. @param content how much of the text */
const selectPosts = (
  viewer: string,
  content: Sql,
): Sql => sql`select post.id as post_id, post.title, ${content} as content, ${shownName(sql`author`)} as author, post.author_id,
  post.created_at, post.edited_at, post.active_at, (post.active_at at time zone 'UTC')::text as sort_at, post.forum_id, post.group_id,
  post.lesson_id, post.lesson_title, post.is_pinned as pinned, post.is_locked as locked, post.is_sample as sample,
  (select count(*)::int from forum_reply reply where reply.post_id = post.id and ${isReplyShown(viewer)}) as replies_count,
  (select coalesce(jsonb_agg(jsonb_build_object('user_id', one.id, 'name', one.name) order by one.at desc, one.id), '[]')
     from (select person.id, ${shownName(sql`person`)} as name, max(reply.created_at) as at
             from forum_reply reply join account person on person.id = reply.author_id
            where reply.post_id = post.id and reply.author_id <> post.author_id and ${isReplyShown(viewer)}
            group by person.id order by at desc, person.id limit ${REPLIERS_SHOWN}) one) as repliers,
  (select count(*)::int from post_like where post_id = post.id) as likes,
  exists (select from post_like where post_id = post.id and account_id = ${viewer}) as liked,
  coalesce(reading.is_subscribed, false) as subscribed,
  (reading.read_at is null and post.author_id <> ${viewer} and post.created_at > ${joinedAt(viewer)}) or exists (select from forum_reply reply
     where reply.post_id = post.id and reply.created_at > coalesce(reading.read_at, greatest(post.created_at, ${joinedAt(viewer)}))
       and reply.author_id <> ${viewer} and ${isReplyShown(viewer)}) as unread,
  ${stateOf('post', sql`post.id`)} as state, post.author_id = ${viewer} as mine,
  exists (select from account me where me.id = ${viewer} and me.roles && '{operator,admin}')
    or exists (select from study_group_member where group_id = post.group_id and account_id = ${viewer} and standing = 'owner')
       and ${belongsToGroup(sql`post.group_id`, viewer)} as moderates
  from forum_post post join account author on author.id = post.author_id
  left join post_reading reading on reading.post_id = post.id and reading.account_id = ${viewer}`;

interface PostRow extends Omit<Post, 'created_at' | 'edited_at' | 'active_at' | 'lesson'> {
  readonly created_at: Date;
  readonly edited_at: Date | null;
  readonly active_at: Date;
  readonly sort_at: string;
  readonly lesson_id: string | null;
  readonly lesson_title: string | null;
}

function toPost(row: PostRow): Post {
  const { sort_at: _sorted, lesson_id: lessonId, lesson_title: title, ...rest } = row;
  return {
    ...rest,
    created_at: row.created_at.toISOString(),
    edited_at: row.edited_at?.toISOString() ?? null,
    active_at: row.active_at.toISOString(),
    lesson: lessonId === null ? null : { lesson_id: lessonId, title: title ?? '' },
  };
}

/** Filters of a list of posts. */
interface PostSelection {
  readonly viewerId: string;
  readonly forum_id?: ForumId | undefined;
  readonly group_id?: string | undefined;
  readonly lesson_id?: string | undefined;
  readonly q?: string | undefined;
  readonly limit: number;
  readonly after?: string | undefined;
}

const SEARCHED = sql`(post.search_text || ' ' || ${folded(shownName(sql`author`))})`;

/**
 * Lists posts that a reader may see, latest activity first: those of a group, or else the forums' posts. Pinned posts of a forum or group
 * come before the first page and are not repeated.
 * @throws ProductError not_found for a group that the reader does not belong to; validation.failed for an invalid cursor
 */
export async function listPosts(given: PostSelection): Promise<{ posts: Post[]; next: string | null }> {
  const { viewerId, group_id: groupId, forum_id: forumId, lesson_id: lessonId } = given;
  const after = given.after ? decodeCursor(given.after, 'after') : null;
  if (groupId !== undefined) await assertGroupMember({ groupId, accountId: viewerId });
  if (lessonId !== undefined && !isUuid(lessonId)) return { posts: [], next: null };
  const words = wordsOf(given.q);
  const place =
    groupId !== undefined
      ? sql`post.group_id = ${groupId}`
      : forumId !== undefined
        ? sql`post.forum_id = ${forumId}`
        : sql`post.forum_id is not null`;
  const where = [
    place,
    isPostShown(viewerId),
    ...(lessonId === undefined ? [] : [sql`post.lesson_id = ${lessonId}`]),
    ...(words.length === 0 ? [] : [hasEveryWord(SEARCHED, words)]),
  ];
  // pinned posts come first only within one forum or group
  const hasPins = words.length === 0 && (groupId !== undefined || forumId !== undefined);
  const select = sql`${selectPosts(viewerId, sql`left(post.content, ${BEGINNING})`)} where ${join(where, ' and ')}`;
  const order = sql`order by post.active_at desc, post.id desc`;
  const [pinned, found] = await Promise.all([
    hasPins && !after ? rowsOf<PostRow>(database(), sql`${select} and post.is_pinned ${order} limit 20`) : [],
    rowsOf<PostRow>(
      database(),
      sql`${select} ${hasPins ? sql`and not post.is_pinned` : empty}
          ${after ? sql`and (post.active_at, post.id) < (${after.at}::timestamp at time zone 'UTC', ${after.id}::uuid)` : empty}
          ${order} limit ${given.limit + 1}`,
    ),
  ]);
  const page = found.slice(0, given.limit);
  const last = page.at(-1);
  return {
    posts: [...pinned, ...page].map(toPost),
    next: found.length > given.limit && last ? encodeCursor({ at: last.sort_at, id: last.post_id }) : null,
  };
}

/** Returns one post a reader may see. @throws ProductError not_found */
export async function findPost({ viewerId, postId }: { viewerId: string; postId: string }, trx: Knex = database()): Promise<Post> {
  if (!isUuid(postId)) throw notFound('post');
  const [row] = await rowsOf<PostRow>(
    trx,
    sql`${selectPosts(viewerId, sql`post.content`)} where post.id = ${postId} and ${isPostShown(viewerId)}`,
  );
  if (!row) throw notFound('post');
  const post = toPost(row);
  // operators may see reported posts of a group
  if (post.group_id !== null && !post.moderates) await assertGroupMember({ groupId: post.group_id, accountId: viewerId }, trx);
  return post;
}

/** Selects the replies to a post that a reader may see. */
const selectReplies = (viewer: string, postId: string): Sql =>
  sql`select reply.id as reply_id, reply.content, ${shownName(sql`author`)} as author, reply.author_id, reply.created_at, reply.edited_at,
             (reply.created_at at time zone 'UTC')::text as sort_at, (select count(*)::int from reply_like where reply_id = reply.id) as likes,
             exists (select from reply_like where reply_id = reply.id and account_id = ${viewer}) as liked,
             ${stateOf('reply', sql`reply.id`)} as state, reply.author_id = ${viewer} as mine
        from forum_reply reply join account author on author.id = reply.author_id
       where reply.post_id = ${postId} and ${isReplyShown(viewer)}`;

interface ReplyRow extends Omit<Reply, 'created_at' | 'edited_at'> {
  readonly created_at: Date;
  readonly edited_at: Date | null;
  readonly sort_at: string;
}
function toReply(row: ReplyRow): Reply {
  const { sort_at: _sorted, ...rest } = row;
  return { ...rest, created_at: row.created_at.toISOString(), edited_at: row.edited_at?.toISOString() ?? null };
}

/** Lists a page of a post's replies, oldest first. @throws ProductError validation.failed for an invalid cursor */
export async function listReplies(given: { viewerId: string; postId: string; limit: number; after?: string | undefined }) {
  const after: PageCursor | null = given.after ? decodeCursor(given.after, 'after') : null;
  const rows = await rowsOf<ReplyRow>(
    database(),
    sql`${selectReplies(given.viewerId, given.postId)}
        ${after ? sql`and (reply.created_at, reply.id) > (${after.at}::timestamp at time zone 'UTC', ${after.id}::uuid)` : empty}
        order by reply.created_at, reply.id limit ${given.limit + 1}`,
  );
  const page = rows.slice(0, given.limit);
  const last = page.at(-1);
  return {
    replies: page.map(toReply),
    next: rows.length > given.limit && last ? encodeCursor({ at: last.sort_at, id: last.reply_id }) : null,
  };
}

/** Returns the post that a reply belongs to. @throws ProductError not_found */
export async function postOfReply(replyId: string): Promise<string> {
  const row = isUuid(replyId) && (await database()('forum_reply').where({ id: replyId }).first('post_id'));
  if (!row) throw notFound('reply');
  return row.post_id;
}

/** Returns one reply to a post. @throws ProductError not_found */
export async function findReply(
  { viewerId, postId, replyId }: { viewerId: string; postId: string; replyId: string },
  trx: Knex = database(),
): Promise<Reply> {
  if (!isUuid(postId) || !isUuid(replyId)) throw notFound('reply');
  const [row] = await rowsOf<ReplyRow>(trx, sql`${selectReplies(viewerId, postId)} and reply.id = ${replyId}`);
  if (!row) throw notFound('reply');
  return toReply(row);
}

/**
 * Counts people, discussions and study groups (G46). Sample students count only where the list of people shows them, so that the count is
 * never below the number listed.
 */
export async function countCommunity(viewerId: string): Promise<{ members: number; discussions: number; groups: number }> {
  const [counts] = await rowsOf<{ members: number; discussions: number; groups: number }>(
    database(),
    sql`select (select count(*)::int from account where deleted_at is null
                  and (not ${isSampleStudent(sql`account`)}
                       or (${showsProfile(sql`account`)}))) as members,
               (select count(*)::int from forum_post post
                 where forum_id is not null and ${isShown('post', sql`post.id`, viewerId)}) as discussions,
               (select count(*)::int from study_group grp where ${isShown('group', sql`grp.id`, viewerId)}) as groups`,
  );
  return counts!;
}

const SHARED_SHOWN = 50;

/** Lists the courses most recently published in the market. */
export async function listSharedCourses() {
  const rows = await rowsOf<{ course_id: string; title: string; creator: string; students: number; published_at: Date }>(
    database(),
    sql`select course.id as course_id, course.title, ${shownName(sql`creator`)} as creator, students, published_at
          from creator_course course join account creator on creator.id = course.account_id
         where ${isInMarket(sql`course`)} and published_at is not null and taken_down_reason is null
         order by published_at desc, course.id limit ${SHARED_SHOWN}`,
  );
  return rows.map((row) => ({ ...row, published_at: row.published_at.toISOString() }));
}
