import type { ForumId } from '#contract/community/forums.contract.ts';
import { database } from '#domain/platform/database.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { withEngine } from '../scripts/with-engine.ts';
import { accountIds, CREATOR, ILSE, LEARNER, NOOR } from './sample-people.ts';

const GIVEN = { actor: 'script:seed', action: 'community.sample_texts' } as const;
const HOUR_MS = 3_600_000;

const GROUP = {
  id: '0195d0c0-0000-7000-8000-000000000001',
  name: 'Bread bakers',
  description: 'We bake the same loaf every weekend and compare crumbs.',
};

interface Text {
  readonly id: string;
  readonly by: string;
  readonly content: string;
  /** How long ago it was written. */
  readonly hoursAgo: number;
}
interface Thread extends Text {
  readonly forum: ForumId;
  readonly title: string;
  readonly replies: readonly Text[];
}

const id = (n: number): string => `0195d0c0-0000-7000-8000-0000000000${n}`;

/** About the sample courses, with true content. */
const THREADS: readonly Thread[] = [
  {
    id: id(11),
    by: LEARNER,
    forum: 'learning',
    hoursAgo: 70,
    title: 'Two weeks later: look into the lesson first, or answer first?',
    content: `I finished *The cell, from membrane to division* two weeks ago, and its questions come back for review. Before I answer I open the lesson again, above all for meiosis, and then of course I get them right.

Is that learning, or should I answer without looking?`,
    replies: [
      {
        id: id(21),
        by: CREATOR,
        hoursAgo: 66,
        content: `Answer first, and read only what you got wrong. A question that you recall with effort does more for you than a page you recognise. Wrong answers come back within minutes, right ones after days and then weeks, so the pile gets smaller by itself.

For meiosis: draw it. Two divisions, one doubling. Most mistakes are about which of the two halves the number of chromosomes (the first).`,
      },
      {
        id: id(22),
        by: LEARNER,
        hoursAgo: 49,
        content:
          'I drew it twice, once with the lesson and once without. The second drawing showed me where the gap was. Today I answered without looking.',
      },
      {
        id: id(23),
        by: NOOR,
        hoursAgo: 44,
        content:
          'One more thing that helps: answer in the evening, look at the mistakes again in the morning. Sleep does part of the work.',
      },
    ],
  },
  {
    id: id(12),
    by: CREATOR,
    forum: 'general',
    hoursAgo: 120,
    title: 'How I write a lesson people finish',
    content: `One question, one example, one exercise:

1. Ask what the reader wants to be able to do.
2. Show it once, **slowly**, with numbers that can be checked.
3. Let them do it, and say how they will know that it worked.

In *Pricing for a small business* the second lesson was a page of formulas at first. Few got past it. Now Mira makes leather bags, each brings 66 euros, and 880 euros of fixed costs wait. Same formula, and it can be followed with a pencil.`,
    replies: [
      {
        id: id(24),
        by: ILSE,
        hoursAgo: 117,
        content:
          'The same with bread. "Hydration is the ratio of water to flour" lost everybody. "350 grams of water on 500 of flour, so 70 per cent" did not.',
      },
      {
        id: id(25),
        by: LEARNER,
        hoursAgo: 100,
        content:
          'The exercise is what I remember. For *A personal budget that lasts the year* I added up what comes once a year, and I still have the page: 682 euros.',
      },
    ],
  },
  {
    id: id(13),
    by: ILSE,
    forum: 'general',
    hoursAgo: 30,
    title: 'Your starter rose on day three and then died? Read this before you throw it out',
    content: `It is the most frequent question about *Sourdough bread at home*, so here it is once for all.

The rise on day two or three is false. Bacteria that like fresh, mild flour give off gas. As the acid builds up they die out, and for some days nothing seems to happen. **Keep feeding.** Yeasts and acid-loving bacteria are slowly taking over, and usually between day seven and day ten it starts to smell of apples and moves.

It is ready when it doubles within about eight hours, several feedings in a row. Not before.`,
    replies: [
      {
        id: id(26),
        by: LEARNER,
        hoursAgo: 27,
        content: 'Day five here, flat and sour, exactly as described. My kitchen has 18 degrees. Does that change the days?',
      },
      {
        id: id(27),
        by: ILSE,
        hoursAgo: 25,
        content:
          'Yes, everything takes longer when it is cool. Put it where it has about 25 degrees, for example in the oven with only the lamp on, and measure first. Some lamps make it far too hot.',
      },
    ],
  },
  {
    id: id(14),
    by: NOOR,
    forum: 'technical',
    hoursAgo: 12,
    title: 'Mermaid, formulas and tables in lessons: what works',
    content: `I moved the notes of *Tides: how Moon and Sun move the sea* here and tried what a lesson can show.

- A fenced block marked \`mermaid\` becomes a diagram, and its source stays below it.
- \`$\\frac{27{,}000{,}000}{389^3} \\approx 0.46$\` becomes a formula, so the Sun's tide is a little less than half of the Moon's.
- Tables scroll on a phone instead of getting tiny.
- Code has a button to copy it.

What do you use for drawings?`,
    replies: [
      {
        id: id(28),
        by: CREATOR,
        hoursAgo: 9,
        content:
          'A diagram when it is about steps, a table when it is about figures, and a drawing only where a place or a shape matters: the Plough and Polaris, for example.',
      },
      {
        id: id(29),
        by: NOOR,
        hoursAgo: 3,
        content: 'A good rule. Springs and neaps need a drawing then, and the rule of twelfths could have stayed a table. I kept both.',
      },
    ],
  },
];

const postIds = (): string[] => THREADS.map((thread) => thread.id);

/** Adds discussions and a study group of the sample accounts, each marked as sample data. Runs once: deleted ones are not added again. */
export async function seedSampleCommunity(): Promise<string[]> {
  const ids = await accountIds([LEARNER, CREATOR, NOOR, ILSE]);
  const [learner, creator] = [ids.get(LEARNER), ids.get(CREATOR)];
  if (!learner || !creator) return [];
  const given = await database()('audit_entry')
    .where({ subject: `account:${learner}`, action: GIVEN.action })
    .first('id');
  if (given) return [];

  // loaded only when needed, like the accounts: every start checks
  const { createPost } = await withEngine(import('#domain/community/forums/post.commands.ts'));
  const { createReply } = await withEngine(import('#domain/community/forums/post.commands.ts'));
  const { createGroup } = await withEngine(import('#domain/community/groups/group.commands.ts'));
  for (const { id: postId, by, forum, title, content, replies } of THREADS) {
    await createPost({ accountId: ids.get(by)!, postId, title, content, category: forum });
    for (const reply of replies) await createReply({ accountId: ids.get(reply.by)!, postId, replyId: reply.id, content: reply.content });
  }
  await createGroup({ accountId: creator, groupId: GROUP.id, name: GROUP.name, description: GROUP.description, isPublic: true });
  await dateBack();
  await database()('study_group').where({ id: GROUP.id }).update({ is_sample: true });
  await recordAudit({ ...GIVEN, subject: `account:${learner}` });
  return [`${THREADS.length} sample discussions and a study group in the community`];
}

/** Backdates the texts to the last days. Nobody is notified of earlier texts. */
async function dateBack(): Promise<void> {
  const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS);
  for (const { id: postId, hoursAgo, replies } of THREADS) {
    const last = Math.min(hoursAgo, ...replies.map((reply) => reply.hoursAgo));
    await database()('forum_post')
      .where({ id: postId })
      .update({ is_sample: true, created_at: ago(hoursAgo), active_at: ago(last) });
    for (const reply of replies)
      await database()('forum_reply')
        .where({ id: reply.id })
        .update({ created_at: ago(reply.hoursAgo) });
  }
  await database()('notification').where({ kind: 'post.replied' }).whereIn('task_id', postIds()).delete();
}
