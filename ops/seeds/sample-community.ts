import { database } from '#domain/platform/database.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';

const GIVEN = { actor: 'script:seed', action: 'community.sample_texts' } as const;
const LEARNER = 'learner@example.com';
const CREATOR = 'creator@example.com';

const GROUP = {
  id: '0195d0c0-0000-7000-8000-000000000001',
  name: 'Bread bakers (sample)',
  description: 'We bake the same loaf every weekend and compare crumbs. Sample data of this installation.',
};
const POSTS = [
  {
    id: '0195d0c0-0000-7000-8000-000000000011',
    by: LEARNER,
    forum: 'general',
    title: 'Who else learns in the evening? (sample)',
    content: 'I have an hour after dinner. What do you do to stay awake over a lesson?',
    reply: { id: '0195d0c0-0000-7000-8000-000000000021', by: CREATOR, content: 'I answer the quiz first and read what I got wrong.' },
  },
  {
    id: '0195d0c0-0000-7000-8000-000000000012',
    by: CREATOR,
    forum: 'learning',
    title: 'How I write a lesson people finish (sample)',
    content:
      'One question, one example, one exercise:\n\n1. Ask what the reader wants to be able to do.\n2. Show it once, **slowly**.\n3. Let them do it.',
    reply: { id: '0195d0c0-0000-7000-8000-000000000022', by: LEARNER, content: 'The exercise is what I remember. Thank you!' },
  },
] as const;

/** Adds two discussions and a study group of the sample accounts, each marked as sample data. Once: deleted ones are not added again. */
export async function seedSampleCommunity(): Promise<string[]> {
  const rows = (await database()('account').whereIn('email', [LEARNER, CREATOR]).select('id', 'email')) as { id: string; email: string }[];
  const idOf = new Map(rows.map(({ id, email }) => [email, id]));
  const [learner, creator] = [idOf.get(LEARNER), idOf.get(CREATOR)];
  if (!learner || !creator) return [];
  if (
    await database()('audit_entry')
      .where({ subject: `account:${learner}`, action: GIVEN.action })
      .first('id')
  )
    return [];

  // loaded only when needed, like the accounts: every start checks
  const { createPost } = await import('#domain/community/forums/create-post.command.ts');
  const { createReply } = await import('#domain/community/forums/create-reply.command.ts');
  const { createGroup } = await import('#domain/community/groups/create-group.command.ts');
  for (const { id, by, forum, title, content, reply } of POSTS) {
    await createPost({ accountId: idOf.get(by)!, postId: id, title, content, category: forum });
    await createReply({ accountId: idOf.get(reply.by)!, postId: id, replyId: reply.id, content: reply.content });
  }
  await createGroup({ accountId: creator, groupId: GROUP.id, name: GROUP.name, description: GROUP.description, isPublic: true });
  await database()('forum_post')
    .whereIn(
      'id',
      POSTS.map(({ id }) => id),
    )
    .update({ is_sample: true });
  await database()('study_group').where({ id: GROUP.id }).update({ is_sample: true });
  await recordAudit({ ...GIVEN, subject: `account:${learner}` });
  return [`${POSTS.length} sample discussions and a study group in the community`];
}
