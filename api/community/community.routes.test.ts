import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApi, type Person, type Sent } from '#api/testing/test-api.ts';
import { givenCreatorCourse } from '#domain/studio/creator-course.factory.ts';
import { givenCourse } from '#domain/courses/content/course.factory.ts';
import { saveSettings } from '#domain/settings/save-settings.command.ts';
import { insertAccount } from '#domain/testing/account.factory.ts';

const api = useTestApi();
let ada: Person;
let ben: Person;
let eve: Person;
let moderator: Person;

beforeAll(async () => {
  const given = (name: string, roles = ['learner']) => api.givenPerson(`${name}@example.com`, { tokens: 0, birthYear: 1990, roles });
  [ada, ben, eve, moderator] = await Promise.all([given('ada'), given('ben'), given('eve'), given('mod', ['learner', 'operator'])]);
});

const call = async (person: Person, address: string, sent: Sent = {}) => api.call(address, { bearer: person.accessToken, ...sent });
const put = (person: Person, address: string, body: object) => call(person, address, { method: 'PUT', body });
const write = async (person: Person, part: object = {}) =>
  call(person, '/api/discussions', {
    body: { post_id: uuidv7(), title: 'Bees', content: 'When do they swarm?', category: 'general', ...part },
  });
const posted = async (person: Person, part: object = {}): Promise<string> => (await write(person, part)).json.post.post_id;
const reply = (person: Person, postId: string, content: string, replyId = uuidv7()) =>
  call(person, `/api/discussions/${postId}/replies`, { body: { reply_id: replyId, content } });
const read = async (person: Person, postId: string) => (await call(person, `/api/discussions/${postId}`)).json;
const list = async (person: Person, query = '') => (await call(person, `/api/discussions?${query}`)).json;
const titles = async (person: Person, query = '') => (await list(person, query)).posts.map((post: { title: string }) => post.title);
const forumOf = async (person: Person, id: string) =>
  (await call(person, '/api/discussion-forums')).json.forums.find((forum: { forum_id: string }) => forum.forum_id === id);
const noticesOf = (person: Person) => api.database.knex('notification').where({ account_id: person.userId }).orderBy('id').pluck('kind');

describe('forums', () => {
  it('COM-04 COM-05 COM-06 are four, with counts that are counted; joining is kept', async () => {
    const { forums } = (await call(ada, '/api/discussion-forums')).json;
    expect(forums.map((forum: { category: string }) => forum.category)).toEqual(['general', 'technical', 'learning', 'career']);
    expect(await forumOf(ada, 'career')).toMatchObject({ posts_count: 0, participants: 0, last_activity: null, joined: false });
    for (const _ of [1, 2]) expect((await call(ada, '/api/discussion-forums/career/join', { body: {} })).json).toEqual({ joined: true });
    await posted(ben, { category: 'career' });
    expect(await forumOf(ada, 'career')).toMatchObject({
      posts_count: 1,
      participants: 2,
      joined: true,
      last_activity: expect.any(String),
    });
    await call(ada, '/api/discussion-forums/career/join', { body: { joined: false } });
    expect(await forumOf(ada, 'career')).toMatchObject({ participants: 1, joined: false });
    expect((await call(ada, '/api/discussion-forums/other/join', { body: {} })).status).toBe(404);
  });
});

describe('a discussion', () => {
  it('COM-08 COM-09 has the specified shape and text, and sent ten times at once is one', async () => {
    const post_id = uuidv7();
    const answers = await Promise.all(Array.from({ length: 10 }, () => write(ada, { post_id, title: 'Swarms' })));
    expect(answers[0]!.json).toMatchObject({
      message: 'Post created successfully!',
      post: {
        post_id,
        title: 'Swarms',
        author: 'Ada Okafor',
        author_id: ada.userId,
        replies_count: 0,
        likes: 0,
        state: 'clear',
        mine: true,
      },
    });
    expect((await titles(ada, 'q=swarms')).filter((title: string) => title === 'Swarms')).toHaveLength(1);
    // an id of another user's post is rejected
    expect((await write(ben, { post_id })).status).toBe(404);
    expect((await write(ada, { title: ' ' })).status).toBe(400);
  });

  it('COM-15 G45 has at most 200 characters of title and 20,000 of text', async () => {
    expect((await write(ada, { title: 'x'.repeat(201) })).status).toBe(400);
    expect((await write(ada, { content: 'y z '.repeat(5_001) })).status).toBe(400);
    expect((await write(ada, { title: 'Long '.repeat(39), content: 'word '.repeat(3_999) })).status).toBe(200);
  });

  it('can be replied to, liked, edited and deleted by the users who may; counts follow', async () => {
    const postId = await posted(ada, { title: 'Hives' });
    const { json } = await reply(ben, postId, 'On a roof');
    const address = `/api/discussions/${postId}/replies/${json.reply.reply_id}`;
    for (const _ of [1, 2])
      expect((await put(eve, `/api/discussions/${postId}/like`, { liked: true })).json).toEqual({ liked: true, likes: 1 });
    expect((await put(ada, `${address}/like`, { liked: true })).json).toEqual({ liked: true, likes: 1 });
    expect((await read(eve, postId)).post).toMatchObject({ replies_count: 1, likes: 1, liked: true, mine: false, moderates: false });
    await reply(ada, postId, 'Thank you');
    const faces = async () => (await list(eve, 'q=hives')).posts[0].repliers.map((one: { user_id: string }) => one.user_id);
    expect(await faces(), 'who replied, without its author').toEqual([ben.userId]);
    expect((await call(ada, address, { method: 'PATCH', body: { content: 'Mine' } })).status).toBe(404);
    expect((await call(ben, address, { method: 'PATCH', body: { content: 'On a flat roof' } })).json.reply).toMatchObject({
      content: 'On a flat roof',
      author: 'Ada Okafor',
      edited_at: expect.any(String),
    });
    expect((await call(ben, `/api/discussions/${postId}`, { method: 'DELETE' })).status).toBe(404);
    expect((await call(ben, address, { method: 'DELETE' })).json).toEqual({ deleted: true });
    expect((await read(eve, postId)).post.replies_count).toBe(1);
    expect(await faces()).toEqual([]);
    expect((await call(moderator, `/api/discussions/${postId}`, { method: 'DELETE' })).json).toEqual({ deleted: true });
    expect((await call(ada, `/api/discussions/${postId}`)).status).toBe(404);
    expect(await api.database.knex('audit_entry').where({ action: 'post.delete' }).pluck('actor')).toEqual([`account:${moderator.userId}`]);
  });

  it('notifies subscribers of replies once until they have read them, and shows unread ones', async () => {
    const postId = await posted(eve, { title: 'Wax' });
    const before = (await noticesOf(eve)).length;
    // a held reply notifies only once it is released
    const held = (await reply(ben, postId, 'You are an idiot')).json.reply.reply_id;
    expect((await noticesOf(eve)).slice(before)).toEqual([]);
    const letStand = { subject_type: 'reply', subject_id: held, version: 1, action: 'approve' };
    expect((await call(moderator, '/api/operator/moderation', { body: letStand })).json).toEqual({ state: 'clear' });
    expect((await noticesOf(eve)).slice(before)).toEqual(['post.replied']);
    await reply(ben, postId, 'Melt it');
    await reply(ben, postId, 'In water');
    expect((await noticesOf(eve)).slice(before)).toEqual(['post.replied']);
    const unread = async () => (await list(eve, 'q=wax')).posts[0].unread;
    expect(await unread()).toBe(true);
    await read(eve, postId);
    expect(await unread()).toBe(false);
    await put(eve, `/api/discussions/${postId}/subscription`, { subscribed: false });
    await reply(ben, postId, 'And filter it');
    expect((await noticesOf(eve)).slice(before)).toEqual(['post.replied']);
    expect(await unread()).toBe(true);
  });

  it('is pinned and locked by moderators only: pinned ones come first, locked ones take no reply', async () => {
    const postId = await posted(ada, { title: 'Rules', category: 'technical' });
    await posted(ben, { title: 'Later', category: 'technical' });
    const moderate = (person: Person) => put(person, `/api/discussions/${postId}/moderation`, { pinned: true, locked: true });
    expect((await moderate(ada)).status).toBe(404);
    expect((await moderate(moderator)).json).toEqual({ pinned: true, locked: true });
    expect(await titles(ben, 'forum_id=technical')).toEqual(['Rules', 'Later']);
    expect((await reply(ben, postId, 'No')).json.code).toBe('community.locked');
  });

  it('that is held for review is shown to its author only, without notifications; users who blocked each other do not see each other’s posts', async () => {
    const held = (await write(ben, { title: 'You are an idiot', category: 'learning' })).json.post;
    expect(held.state).toBe('held');
    expect(await titles(ben, 'forum_id=learning')).toContain('You are an idiot');
    expect(await titles(ada, 'forum_id=learning')).not.toContain('You are an idiot');
    expect((await call(ada, `/api/discussions/${held.post_id}`)).status).toBe(404);
    expect(await forumOf(ada, 'learning')).toMatchObject({ posts_count: 0 });
    const postId = await posted(ben, { title: 'Smoke', category: 'learning' });
    await put(ada, `/api/blocks/${ben.userId}`, {});
    expect(await titles(ada, 'forum_id=learning')).not.toContain('Smoke');
    expect((await reply(ada, postId, 'Hi')).status).toBe(404);
    await call(ada, `/api/blocks/${ben.userId}`, { method: 'DELETE' });
  });

  it('about a lesson is visible to everyone who has the lesson, and can be started only with the course', async () => {
    const courseId = await givenCourse(ada.userId);
    const { content } = (await api.database.knex('course_version').where({ course_id: courseId }).first('content'))!;
    const { lesson_id } = content.modules[0]!.lessons[0]!;
    const lesson = { course_id: courseId, lesson_id: '0_0' };
    await posted(ada, { title: 'About the lesson', category: 'learning', lesson });
    expect((await list(ben, `lesson_id=${lesson_id}`)).posts).toMatchObject([{ title: 'About the lesson', lesson: { lesson_id } }]);
    expect((await write(ben, { category: 'learning', lesson })).status).toBe(404);
  });

  it('are paged by cursor without a gap or a repeat', async () => {
    const all = await titles(moderator, 'limit=50');
    const seen: string[] = [];
    for (let after = ''; ;) {
      const { posts, next } = await list(moderator, `limit=2${after}`);
      seen.push(...posts.map((post: { title: string }) => post.title));
      if (next === null) break;
      after = `&after=${next}`;
    }
    expect(seen).toEqual(all);
    expect((await call(ada, '/api/discussions?after=nonsense')).status).toBe(400);
  });

  it('has replies that are paged, oldest first', async () => {
    const postId = await posted(ada);
    for (const text of ['In May, when it is warm', 'In June as well, if they are many', 'Hardly ever in autumn'])
      await reply(ada, postId, text);
    const page = async (query: string) => {
      const { replies, next } = (await call(ada, `/api/discussions/${postId}?limit=2${query}`)).json;
      return { texts: replies.map(({ content }: { content: string }) => content), next };
    };
    const first = await page('');
    expect(first.texts).toEqual(['In May, when it is warm', 'In June as well, if they are many']);
    expect(await page(`&after=${first.next}`)).toEqual({ texts: ['Hardly ever in autumn'], next: null });
  });
});

describe('a study group', () => {
  const make = (person: Person, part: object = {}) =>
    call(person, '/api/study-groups', { body: { group_id: uuidv7(), name: 'Bee keepers', description: 'Weekly', ...part } });
  const member = (person: Person, groupId: string, joined: boolean) => put(person, `/api/study-groups/${groupId}/membership`, { joined });

  it('COM-10 COM-11 COM-12 is public by default, has the specified shape, and is joined at once', async () => {
    const { json } = await make(ada);
    expect(json).toMatchObject({
      message: 'Study group created successfully!',
      group: {
        name: 'Bee keepers',
        creator_id: ada.userId,
        creator_name: 'Ada Okafor',
        is_public: true,
        member_count: 1,
        standing: 'owner',
      },
    });
    expect((await make(ada, { name: '' })).status).toBe(400);
    expect((await make(ada, { description: 'x'.repeat(2_001) })).status).toBe(400);
    const { group_id: groupId } = json.group;
    expect((await call(ben, '/api/study-groups')).json.study_groups[0]).toMatchObject({
      group_id: groupId,
      standing: 'none',
      member_count: 1,
      members: [],
    });
    expect((await member(ben, groupId, true)).json).toEqual({ standing: 'member' });
    expect((await call(ben, `/api/study-groups/${groupId}`)).json.group).toMatchObject({
      member_count: 2,
      members: [{ name: 'Ada Okafor' }, { name: 'Ada Okafor' }],
    });
    expect((await member(ada, groupId, false)).json).toEqual({ standing: 'owner' });
    expect((await member(ben, groupId, false)).json).toEqual({ standing: 'none' });
  });

  it('is found by its words, among all or among one’s own, page by page', async () => {
    for (const name of ['Wax and candles', 'Candles of tallow']) await make(moderator, { name, description: 'Évening work' });
    const found = async (person: Person, query: string) => {
      const { study_groups: groups, next } = (await call(person, `/api/study-groups?${query}`)).json;
      return { names: groups.map(({ name }: { name: string }) => name), next };
    };
    expect((await found(ben, 'q=evening wax')).names).toEqual(['Wax and candles']);
    expect((await found(ben, 'q=candles&mine=yes')).names).toEqual([]);
    const first = await found(moderator, 'q=candles&mine=yes&limit=1');
    expect(first.names).toEqual(['Candles of tallow']);
    expect(await found(moderator, `q=candles&mine=yes&limit=1&after=${first.next}`)).toEqual({ names: ['Wax and candles'], next: null });
    await api.database.knex('study_group').whereIn('name', ['Wax and candles', 'Candles of tallow']).del();
  });

  it('by request admits users whom its owner accepts; its posts are for members only', async () => {
    const { group_id: groupId } = (await make(ada, { name: 'Closed circle', is_public: false })).json.group;
    expect((await member(ben, groupId, true)).json).toEqual({ standing: 'requested' });
    expect((await write(ben, { category: undefined, group_id: groupId })).status).toBe(404);
    const postId = await posted(ada, { title: 'Inside', category: undefined, group_id: groupId });
    expect((await call(ben, `/api/discussions?group_id=${groupId}`)).status).toBe(404);
    expect((await call(ben, `/api/discussions/${postId}`)).status).toBe(404);
    expect(await titles(ben)).not.toContain('Inside');
    const decide = (person: Person, accepted: boolean) => put(person, `/api/study-groups/${groupId}/members/${ben.userId}`, { accepted });
    expect((await decide(ben, true)).status).toBe(404);
    expect((await call(ada, `/api/study-groups/${groupId}`)).json.requests).toEqual([{ user_id: ben.userId, name: 'Ada Okafor' }]);
    expect((await decide(ada, true)).json).toEqual({ accepted: true });
    expect(await titles(ben, `group_id=${groupId}`)).toEqual(['Inside']);
    await decide(ada, false);
    expect((await call(ben, `/api/discussions/${postId}`)).status).toBe(404);
    expect((await call(ben, `/api/study-groups/${groupId}`, { method: 'DELETE' })).status).toBe(404);
    expect((await call(ada, `/api/study-groups/${groupId}`, { method: 'DELETE' })).json).toEqual({ deleted: true });
  });
});

describe('the leaderboard and the counts', () => {
  it('COM-13 lists adults who chose to appear there, under their chosen name, with their points', async () => {
    const join = (person: Person, display_name: string | null) => put(person, '/api/leaderboard', { display_name });
    await api.database.knex('account').where({ id: ben.userId }).update({ birth_year: null });
    expect((await join(ben, 'Ben')).json.code).toBe('age.unknown');
    await api.database.knex('point_entry').insert({ account_id: ada.userId, cause: 'test', points: 30 });
    expect((await join(ada, 'Queen bee')).json).toEqual({ display_name: 'Queen bee' });
    expect((await call(ben, '/api/leaderboard')).json).toEqual({
      leaderboard: [{ place: 1, name: 'Queen bee', points: 30, mine: false, is_sample: false }],
      me: { display_name: null, points: 0, allowed: false },
    });
    await api.database
      .knex('account')
      .where({ id: ada.userId })
      .update({ birth_year: new Date().getUTCFullYear() - 12 });
    expect((await call(ben, '/api/leaderboard')).json.leaderboard).toEqual([]);
    await join(ada, null);
    expect((await call(ada, '/api/leaderboard')).json.me.display_name).toBeNull();
  });

  it('COM-02 G46 counts people, discussions and groups, without sample students; COM-13 shared courses are those published', async () => {
    await insertAccount(api.database.knex, { email: 'sample-student-1@sample.invalid' });
    const { members, discussions, groups } = (await call(moderator, '/api/community')).json;
    expect([members, groups]).toEqual([4, 1]);
    // a person who is listed must be counted: the count is never below the visible people
    const shown = await insertAccount(api.database.knex, { email: 'sample-student-2@sample.invalid', birth_year: 1990 });
    await saveSettings({ accountId: shown, changes: { privacy: { data_sharing: true } } });
    expect((await call(moderator, '/api/community')).json.members).toBe(5);
    expect(discussions).toBe((await titles(moderator, 'limit=50')).length);
    const [course, draft] = [await givenCreatorCourse(moderator.userId), await givenCreatorCourse(moderator.userId)];
    await api.database
      .knex('creator_course')
      .where({ id: course.id })
      .update({ status: 'published', published_at: '2026-11-20T10:00:00Z' });
    const { shared_courses: shared } = (await call(ben, '/api/shared-courses')).json;
    expect(shared).toEqual([
      { course_id: course.id, title: 'Beekeeping', creator: expect.any(String), students: 0, published_at: '2026-11-20T10:00:00.000Z' },
    ]);
    expect(JSON.stringify(shared)).not.toContain(draft.id);
  });
});
