import * as z from 'zod/mini';
import { identifier } from '#contract/platform/bounded.ts';
import { wholeText } from '#contract/platform/numbers.ts';
import { WRITING_REFUSALS, textState } from '#contract/moderation/moderation.contract.ts';
import { AGE_REFUSALS } from '#contract/platform/age-rules.ts';
import { defineEndpoint } from '#contract/platform/endpoint.ts';
import { searchText, visibleName, visibleText } from '#contract/platform/visible-name.ts';

/** COM-06: the categories, each of which is a forum. */
export const FORUM_IDS = ['general', 'technical', 'learning', 'career'] as const;
export type ForumId = (typeof FORUM_IDS)[number];
/** Maximum characters of a title and of a post: the specification names no limits (COM-15, G45). */
export const TITLE_LENGTH = 200;
export const POST_LENGTH = 20_000;

/** The specified confirmation of a new post (COM-08). */
export const POST_CREATED = 'Post created successfully!';

/** COM-04. All figures are counted; `last_activity` is null without posts. */
const forumSchema = z.object({
  forum_id: z.enum(FORUM_IDS),
  title: z.string(),
  category: z.enum(FORUM_IDS),
  description: z.string(),
  posts_count: z.int(),
  participants: z.int(),
  last_activity: z.nullable(z.string()),
  joined: z.boolean(),
});
export type Forum = z.infer<typeof forumSchema>;

/** Maximum number of repliers named on a post. */
export const REPLIERS_SHOWN = 4;

/** COM-09, and the reader's permissions. In lists `content` is only the beginning. */
const postSchema = z.object({
  post_id: z.string(),
  title: z.string(),
  content: z.string(),
  author: z.string(),
  author_id: z.string(),
  created_at: z.string(),
  replies_count: z.int(),
  /** Other people who replied, latest first, at most four. */
  repliers: z.array(z.object({ user_id: z.string(), name: z.string() })),
  likes: z.int(),
  forum_id: z.nullable(z.enum(FORUM_IDS)),
  group_id: z.nullable(z.string()),
  lesson: z.nullable(z.object({ lesson_id: z.string(), title: z.string() })),
  edited_at: z.nullable(z.string()),
  active_at: z.string(),
  pinned: z.boolean(),
  locked: z.boolean(),
  /** Created by the seed of a fresh installation. */
  sample: z.boolean(),
  state: textState,
  liked: z.boolean(),
  subscribed: z.boolean(),
  /** Others have posted since the caller last read it. */
  unread: z.boolean(),
  mine: z.boolean(),
  /** Whether the caller can pin and lock the post. */
  moderates: z.boolean(),
});
export type Post = z.infer<typeof postSchema>;

const replySchema = z.object({
  reply_id: z.string(),
  content: z.string(),
  author: z.string(),
  author_id: z.string(),
  created_at: z.string(),
  edited_at: z.nullable(z.string()),
  likes: z.int(),
  liked: z.boolean(),
  state: textState,
  mine: z.boolean(),
});
export type Reply = z.infer<typeof replySchema>;

const ofForum = z.object({ forum_id: z.string() });
const ofPost = z.object({ post_id: z.string() });
const ofReply = z.object({ post_id: z.string(), reply_id: z.string() });
const title = visibleName(TITLE_LENGTH);
const content = visibleText(POST_LENGTH);
const page = {
  limit: z._default(wholeText(1, 50), 20),
  /** Opaque, from the previous page's `next`. */
  after: z.optional(z.string().check(z.maxLength(200))),
};
export const listForums = defineEndpoint({
  name: 'listForums',
  method: 'GET',
  path: '/api/discussion-forums',
  summary: 'The forums, with their counts.',
  auth: 'user',
  personOnly: 'own_word',
  responses: { 200: z.object({ forums: z.array(forumSchema) }) },
  errors: [],
});

export const joinForum = defineEndpoint({
  name: 'joinForum',
  method: 'POST',
  path: '/api/discussion-forums/:forum_id/join',
  summary: 'Join a forum or leave it.',
  auth: 'user',
  offline: 'network',
  personOnly: 'own_word',
  namesOpen: 'post',
  readBy: 'no_text',
  params: ofForum,
  body: z.object({ joined: z._default(z.boolean(), true) }),
  example: {},
  responses: { 200: z.object({ joined: z.boolean() }) },
  errors: ['validation.failed', 'not_found'],
});

export const listPosts = defineEndpoint({
  name: 'listPosts',
  method: 'GET',
  path: '/api/discussions',
  summary: 'Posts of all forums or of one forum, group or lesson, latest activity first; pinned posts precede the first page.',
  auth: 'user',
  personOnly: 'own_word',
  turns: ['q'],
  query: z.object({
    ...page,
    forum_id: z.optional(z.enum(FORUM_IDS)),
    group_id: z.optional(z.string()),
    lesson_id: z.optional(z.string()),
    /** Every word must occur in the title, the text or the author's name. */
    q: z.optional(searchText(200)),
  }),
  responses: { 200: z.object({ posts: z.array(postSchema), next: z.nullable(z.string()) }) },
  errors: [...AGE_REFUSALS, 'validation.failed', 'not_found'],
});

/** The client generates the id, so that sending a post twice creates only one. */
export const createPost = defineEndpoint({
  name: 'createPost',
  method: 'POST',
  path: '/api/discussions',
  summary: 'Start a discussion in a forum or a group, about a lesson if one is named.',
  auth: 'user',
  offline: 'network',
  personOnly: 'own_word',
  age: 'chat_with_strangers',
  body: z
    .object({
      post_id: z.uuid(),
      title,
      content,
      category: z.optional(z.enum(FORUM_IDS)),
      group_id: z.optional(identifier),
      /** A lesson of one of the caller's courses: its permanent id or `0_1`. */
      lesson: z.optional(z.object({ course_id: identifier, lesson_id: identifier })),
    })
    .check(
      z.refine(({ category, group_id: group }) => (category === undefined) !== (group === undefined), {
        path: ['category'],
        error: 'Must be one of a category and a group',
      }),
      z.meta({
        examples: [
          {
            post_id: '018f6b1e-5a3c-7b2d-9e4f-3c1a5d7e9b20',
            title: 'Where do I begin with bees?',
            content: 'I have a garden, and have read the first lesson.',
            category: FORUM_IDS[0],
          },
        ],
      }),
    ),
  example: { post_id: '6f0d3b64-8a4c-4c1e-9d0b-0d7a7b6f2a15', title: 'Bees', content: 'When?', category: 'general' },
  responses: { 200: z.object({ message: z.string(), post: postSchema }) },
  errors: ['validation.failed', 'not_found', ...WRITING_REFUSALS],
});

export const readPost = defineEndpoint({
  name: 'readPost',
  method: 'GET',
  path: '/api/discussions/:post_id',
  summary: 'A post with a page of its replies, oldest first. Marks it read.',
  auth: 'user',
  personOnly: 'own_word',
  namesOpen: 'post',
  params: ofPost,
  query: z.object(page),
  responses: { 200: z.object({ post: postSchema, replies: z.array(replySchema), next: z.nullable(z.string()) }) },
  errors: [...AGE_REFUSALS, 'validation.failed', 'not_found'],
});

export const editPost = defineEndpoint({
  name: 'editPost',
  method: 'PATCH',
  path: '/api/discussions/:post_id',
  summary: 'Edit one of the caller’s posts.',
  auth: 'user',
  offline: 'network',
  personOnly: 'own_word',
  age: 'chat_with_strangers',
  params: ofPost,
  body: z.object({ title, content }),
  example: { title: 'Changed', content: 'Changed' },
  responses: { 200: z.object({ post: postSchema }) },
  errors: ['validation.failed', 'not_found', ...WRITING_REFUSALS],
});

export const deletePost = defineEndpoint({
  name: 'deletePost',
  method: 'DELETE',
  path: '/api/discussions/:post_id',
  summary: 'Delete one of the caller’s posts with its replies; moderators can delete any post.',
  auth: 'user',
  offline: 'network',
  personOnly: 'own_word',
  params: ofPost,
  responses: { 200: z.object({ deleted: z.boolean() }) },
  errors: [...AGE_REFUSALS, 'not_found'],
});

export const likePost = defineEndpoint({
  name: 'likePost',
  method: 'PUT',
  path: '/api/discussions/:post_id/like',
  summary: 'Like a post, or remove the like.',
  auth: 'user',
  offline: 'network',
  personOnly: 'own_word',
  namesOpen: 'post',
  readBy: 'no_text',
  params: ofPost,
  body: z.object({ liked: z.boolean() }),
  example: { liked: true },
  responses: { 200: z.object({ liked: z.boolean(), likes: z.int() }) },
  errors: [...AGE_REFUSALS, 'validation.failed', 'not_found'],
});

export const subscribePost = defineEndpoint({
  name: 'subscribePost',
  method: 'PUT',
  path: '/api/discussions/:post_id/subscription',
  summary: 'Turn notifications about replies on or off.',
  auth: 'user',
  offline: 'network',
  personOnly: 'own_word',
  namesOpen: 'post',
  readBy: 'no_text',
  params: ofPost,
  body: z.object({ subscribed: z.boolean() }),
  example: { subscribed: true },
  responses: { 200: z.object({ subscribed: z.boolean() }) },
  errors: [...AGE_REFUSALS, 'validation.failed', 'not_found'],
});

export const moderatePost = defineEndpoint({
  name: 'moderatePost',
  method: 'PUT',
  path: '/api/discussions/:post_id/moderation',
  summary: 'Pin or lock a post; for moderators and the owner of its group.',
  auth: 'user',
  offline: 'never',
  personOnly: 'own_word',
  readBy: 'no_text',
  params: ofPost,
  body: z.object({ pinned: z.boolean(), locked: z.boolean() }),
  example: { pinned: true, locked: true },
  responses: { 200: z.object({ pinned: z.boolean(), locked: z.boolean() }) },
  errors: [...AGE_REFUSALS, 'validation.failed', 'not_found'],
});

export const createReply = defineEndpoint({
  name: 'createReply',
  method: 'POST',
  path: '/api/discussions/:post_id/replies',
  summary: 'Reply to a post. Repeating the id creates no second reply.',
  auth: 'user',
  offline: 'network',
  personOnly: 'own_word',
  namesOpen: 'post',
  age: 'chat_with_strangers',
  params: ofPost,
  body: z.object({ reply_id: z.uuid(), content }),
  example: { reply_id: '6f0d3b64-8a4c-4c1e-9d0b-0d7a7b6f2a16', content: 'In May' },
  responses: { 200: z.object({ reply: replySchema }) },
  errors: ['validation.failed', 'not_found', ...WRITING_REFUSALS, 'community.locked'],
});

export const editReply = defineEndpoint({
  name: 'editReply',
  method: 'PATCH',
  path: '/api/discussions/:post_id/replies/:reply_id',
  summary: 'Edit one of the caller’s replies.',
  auth: 'user',
  offline: 'network',
  personOnly: 'own_word',
  age: 'chat_with_strangers',
  params: ofReply,
  body: z.object({ content }),
  example: { content: 'Changed' },
  responses: { 200: z.object({ reply: replySchema }) },
  errors: ['validation.failed', 'not_found', ...WRITING_REFUSALS, 'community.locked'],
});

export const deleteReply = defineEndpoint({
  name: 'deleteReply',
  method: 'DELETE',
  path: '/api/discussions/:post_id/replies/:reply_id',
  summary: 'Delete one of the caller’s replies; moderators can delete any reply.',
  auth: 'user',
  offline: 'network',
  personOnly: 'own_word',
  params: ofReply,
  responses: { 200: z.object({ deleted: z.boolean() }) },
  errors: [...AGE_REFUSALS, 'not_found'],
});

export const likeReply = defineEndpoint({
  name: 'likeReply',
  method: 'PUT',
  path: '/api/discussions/:post_id/replies/:reply_id/like',
  summary: 'Like a reply, or remove the like.',
  auth: 'user',
  offline: 'network',
  personOnly: 'own_word',
  namesOpen: 'post',
  readBy: 'no_text',
  params: ofReply,
  body: z.object({ liked: z.boolean() }),
  example: { liked: true },
  responses: { 200: z.object({ liked: z.boolean(), likes: z.int() }) },
  errors: [...AGE_REFUSALS, 'validation.failed', 'not_found'],
});
