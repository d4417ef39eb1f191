import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApi, type Person } from '#api/testing/test-api.ts';
import { AVATAR_COLORS, avatarColor, type ChatMessage } from '#contract/chat/chat-message.ts';

const api = useTestApi();
let ada: Person;
let ben: Person;
beforeAll(async () => {
  [ada, ben] = [await person('Ada'), await person('Ben')];
});

/** Creates a user whose writing is trusted, so that moderation applies only where it is tested. */
async function person(name: string, row: object = {}): Promise<Person> {
  const made = await api.givenPerson(`${name.toLowerCase()}@example.com`, { tokens: 0 });
  const known = { first_name: name, birth_year: 1990, roles: ['learner' as const, 'operator' as const], ...row };
  await api.database.knex('account').where({ id: made.userId }).update(known);
  return made;
}
const get = (who: Person, path: string) => api.call(path, { bearer: who.accessToken });
const post = (who: Person, body: object) => api.call('/api/community-chat/messages', { body, bearer: who.accessToken });
const say = async (who: Person, content: string, more: object = {}): Promise<ChatMessage> =>
  (await post(who, { message_id: uuidv7(), content, ...more })).json.message;
const change = (who: Person, message: ChatMessage, method: 'PATCH' | 'DELETE', body?: object) =>
  api.call(`/api/community-chat/messages/${message.message_id}`, { method, body, bearer: who.accessToken });
const read = async (who: Person, query = '') => (await get(who, `/api/community-chat/messages${query}`)).json;
const roomsOf = async (who: Person) =>
  (await get(who, '/api/chat/rooms')).json.rooms as { room_id: string; unread: number; name: string }[];
const connect = (one: Person, other: Person) =>
  api.database
    .knex('connection')
    .insert({ requester_id: one.userId, addressee_id: other.userId, state: 'accepted', answered_at: new Date() });

describe('messages', () => {
  it('CHAT-05 CHAT-06 CHAT-15 are answered oldest first, with the author, id and colour that the server knows (G25)', async () => {
    const message_id = uuidv7();
    const sent = { message_id, content: ' Hello ', author: 'Somebody', user_id: ada.userId, avatar_color: 'mauve' };
    const answer = await post(ada, sent);
    expect(answer).toMatchObject({ status: 200, json: { message_id, detail: 'sent' } });
    const { messages, persistence } = await read(ben, '?limit=100');
    expect(persistence).toBe('database');
    expect(messages.at(-1)).toMatchObject({
      message_id,
      author: 'Ada Okafor',
      content: 'Hello',
      user_id: ada.userId,
      timestamp: expect.any(String),
    });
    expect(AVATAR_COLORS).toEqual(['blue', 'green', 'purple', 'orange', 'pink', 'indigo']);
    expect(messages.at(-1).avatar_color).toBe(avatarColor(ada.userId));
    expect(new Set(Array.from({ length: 60 }, (_, n) => avatarColor(`person-${n}`)))).toEqual(new Set(AVATAR_COLORS));
    expect(new Date(messages.at(-1).timestamp).toISOString()).toBe(messages.at(-1).timestamp);
    expect((await read(ben, '?limit=1')).messages).toEqual([messages.at(-1)]);
    expect((await get(ben, '/api/community-chat/messages?limit=101')).status).toBe(400);
    expect((await post(ada, { ...sent, user_id: ben.userId })).status).toBe(403);
  });

  it('G25 one id is one message: sent ten times at once, and again later; with another text it is refused', async () => {
    const body = { message_id: 'made-by-an-old-client', content: 'Only once' };
    const answers = await Promise.all(Array.from({ length: 10 }, () => post(ada, body)));
    answers.push(await post(ada, body));
    expect(new Set(answers.map(({ status, json }) => `${status} ${json.message_id}`)).size).toBe(1);
    const { messages } = await read(ben);
    expect(messages.filter(({ content }: ChatMessage) => content === 'Only once')).toHaveLength(1);
    expect((await post(ada, { ...body, content: 'Another' })).json.code).toBe('idempotency.body_mismatch');
    // the client's own id is returned, and identifies the message in later changes
    expect(answers[0]!.json.message_id).toBe('made-by-an-old-client');
    const taken = answers[0]!.json.message.message_id as string;
    const renamed = await api.call('/api/community-chat/messages/made-by-an-old-client', {
      method: 'PATCH',
      body: { content: 'Only once!' },
      bearer: ada.accessToken,
    });
    expect(renamed.json.message).toMatchObject({ message_id: taken, content: 'Only once!' });
    expect((await post(ben, { message_id: taken, content: 'Mine now' })).json.code).toBe('idempotency.body_mismatch');
  });

  it('G45 CHAT-03 are neither blank nor longer than 4,000 characters', async () => {
    for (const content of ['  ', '\u200b', 'x'.repeat(4_001)])
      expect((await post(ada, { message_id: uuidv7(), content })).status).toBe(400);
    expect((await post(ada, { message_id: uuidv7(), content: 'bee '.repeat(1_000).trim() })).status).toBe(200);
  });

  it('are paged upwards without a gap, and changes are fetched by their number', async () => {
    const written: ChatMessage[] = [];
    for (let n = 0; n < 7; n += 1) written.push(await say(ada, `Page ${n}`));
    const newest = await read(ben, '?limit=3');
    const older = await read(ben, `?limit=3&before=${newest.messages[0].place}`);
    expect([...older.messages, ...newest.messages].map(({ content }) => content)).toEqual([
      'Page 1',
      'Page 2',
      'Page 3',
      'Page 4',
      'Page 5',
      'Page 6',
    ]);
    expect([older.more, newest.last_change]).toEqual([true, written.at(-1)!.changed]);
    const edited = (await change(ada, written[2]!, 'PATCH', { content: 'Edited' })).json.message;
    expect(edited).toMatchObject({ content: 'Edited', edited: true, place: written[2]!.place });
    await change(ada, written[3]!, 'DELETE');
    const since = await read(ben, `?after=${newest.last_change}`);
    expect(since.messages.map(({ content, edited: was, deleted }: ChatMessage) => [content, was, deleted])).toEqual([
      ['Edited', true, false],
      ['', false, true],
    ]);
  });

  it('can be changed by their author only, and for ten minutes', async () => {
    const message = await say(ada, 'As it was');
    expect((await change(ben, message, 'PATCH', { content: 'Mine' })).status).toBe(404);
    await api.database
      .knex('chat_message')
      .where({ id: message.message_id })
      .update({ created_at: new Date(Date.now() - 601_000) });
    for (const [method, body] of [
      ['PATCH', { content: 'Late' }],
      ['DELETE', undefined],
    ] as const) {
      expect((await change(ada, message, method, body)).json).toMatchObject({ status: 409, code: 'chat.too_late' });
    }
  });

  it('notify the mentioned users once, unless the message is removed or hidden from them', async () => {
    const notices = async () =>
      (await get(ben, '/api/notifications')).json.notifications.filter(({ kind }: { kind: string }) => kind === 'chat.mention');
    const message = await say(ada, '@Ben Okafor look', { mentions: [ben.userId, ben.userId, ada.userId, uuidv7()] });
    expect(message.mentions).toEqual([ben.userId]);
    expect(await notices()).toMatchObject([{ subject: 'Ada Okafor' }]);
    await change(ada, message, 'DELETE');
    expect(await notices()).toEqual([]);
    // a muted user neither notifies the other one nor learns of the mute
    const mute = (method: 'PUT' | 'DELETE') => api.call(`/api/mutes/${ada.userId}`, { method, bearer: ben.accessToken });
    await get(ben, '/api/chat/rooms');
    expect((await mute('PUT')).json).toEqual({ muted: true });
    await say(ada, '@Ben Okafor look again', { mentions: [ben.userId] });
    expect([await notices(), (await roomsOf(ben))[0]!.unread]).toEqual([[], 0]);
    expect((await get(ben, '/api/mutes')).json.muted).toMatchObject([{ user_id: ada.userId, name: 'Ada Okafor' }]);
    await mute('DELETE');
  });

  it('that look doubtful, by a new author, are hidden from others until they have been reviewed', async () => {
    const eve = await person('Eve', { roles: '{learner}' });
    const held = await say(eve, 'Buy now at https://a.example and https://b.example and https://c.example');
    expect(held.held).toBe(true);
    expect((await post(eve, { message_id: held.message_id, content: held.content })).json.detail).toBe('held');
    const seenBy = async (who: Person) => (await read(who)).messages.some(({ message_id: id }: ChatMessage) => id === held.message_id);
    expect([await seenBy(eve), await seenBy(ben)]).toEqual([true, false]);
    const { last_change: before } = await read(ben, '?limit=1');
    await api.database.knex('public_text').where({ subject_type: 'message', subject_id: held.message_id }).update({ state: 'clear' });
    expect((await read(ben, `?after=${before}`)).messages).toMatchObject([{ message_id: held.message_id, held: false }]);
    await api.database.knex('public_text').where({ subject_type: 'message', subject_id: held.message_id }).update({ state: 'removed' });
    expect((await read(ben, `?after=${before}`)).messages).toMatchObject([{ message_id: held.message_id, deleted: true, content: '' }]);
  });
});

describe('access', () => {
  it('CHAT-07 CHAT-08 shows who is online and who is typing, without a socket', async () => {
    expect((await get(ada, '/api/community-chat/online-users')).json.online_users[0]).toMatchObject({
      user_id: ada.userId,
      status: 'active',
    });
    const typing = { user_id: ada.userId, user_name: 'Ada', is_typing: true };
    expect((await api.call('/api/community-chat/typing', { body: typing, bearer: ada.accessToken })).status).toBe(200);
    expect((await get(ben, '/api/community-chat/typing-users')).json.typing_users).toEqual([
      { user_id: ada.userId, user_name: 'Ada Okafor' },
    ]);
    expect((await get(ben, '/api/community-chat/online-users')).json).toMatchObject({
      total_online: 2,
      online_users: [{ user_id: ben.userId }, { user_id: ada.userId, status: 'typing' }],
    });
  });

  it('connected users can chat until one blocks the other; others have no access', async () => {
    const [carol, dora, stranger] = [await person('Carol'), await person('Dora'), await person('Stranger')];
    const open = (who: Person, to: Person) => api.call('/api/chat/rooms', { body: { person_id: to.userId }, bearer: who.accessToken });
    expect((await open(carol, dora)).status).toBe(404);
    await connect(carol, dora);
    const rooms = await Promise.all([open(carol, dora), open(dora, carol)]);
    const [{ room_id }] = rooms.map(({ json }) => json.room);
    expect(rooms[1].json.room.room_id).toBe(room_id);
    await say(carol, 'Just us', { room_id });
    expect((await roomsOf(dora)).find((room) => room.room_id === room_id)).toMatchObject({ name: 'Carol Okafor', unread: 1 });
    const mark = await api.call(`/api/chat/rooms/${room_id}/read`, { body: { place: 1 }, bearer: dora.accessToken });
    expect(mark.json).toEqual({ unread: 0 });
    expect((await get(stranger, `/api/community-chat/messages?room_id=${room_id}`)).status).toBe(404);
    expect((await post(stranger, { message_id: uuidv7(), content: 'Hi', room_id })).status).toBe(404);
    // moderators see a direct message only if its recipient reports it
    const { message_id } = await say(carol, 'I know where you live', { room_id });
    const report = (who: Person) =>
      api.call('/api/reports', { body: { subject_type: 'message', subject_id: message_id, reason: 'threat' }, bearer: who.accessToken });
    expect([(await report(stranger)).status, (await report(carol)).status, (await report(dora)).status]).toEqual([404, 400, 200]);
    const { cases } = (await get(ada, '/api/operator/moderation')).json;
    expect(cases.find(({ subject_id: id }: { subject_id: string }) => id === message_id)).toMatchObject({ text: 'I know where you live' });
    await say(dora, 'In the community');
    await api.call(`/api/blocks/${dora.userId}`, { method: 'PUT', bearer: carol.accessToken });
    expect((await post(dora, { message_id: uuidv7(), content: 'Still there?', room_id })).status).toBe(404);
    expect((await read(carol)).messages.some(({ user_id: id }: ChatMessage) => id === dora.userId)).toBe(false);
  });

  it('members can write in their study group', async () => {
    const group_id = uuidv7();
    await api.database.knex('study_group').insert({ id: group_id, name: 'Beekeepers', description: '', creator_id: ada.userId });
    await api.database.knex('study_group_member').insert([
      { group_id, account_id: ada.userId, standing: 'owner' },
      { group_id, account_id: ben.userId, standing: 'requested' },
    ]);
    const open = (who: Person) => api.call('/api/chat/rooms', { body: { group_id }, bearer: who.accessToken });
    const { room } = (await open(ada)).json;
    expect(room).toMatchObject({ kind: 'group', name: 'Beekeepers', group_id });
    expect((await open(ben)).status).toBe(404);
    await api.database.knex('study_group_member').where({ group_id, account_id: ben.userId }).update({ standing: 'member' });
    await say(ada, 'Welcome', { room_id: room.room_id });
    expect((await roomsOf(ben)).find(({ room_id: id }) => id === room.room_id)).toMatchObject({ name: 'Beekeepers' });
    const written = await say(ben, 'Thanks', { room_id: room.room_id });
    await api.database.knex('study_group_member').where({ group_id, account_id: ben.userId }).del();
    expect((await change(ben, written, 'PATCH', { content: 'And one more thing' })).status).toBe(404);
  });

  it('excludes minors from every endpoint', async () => {
    const minor = await person('Minor', { birth_year: new Date().getUTCFullYear() - 15 });
    for (const path of ['/api/community-chat/messages', '/api/community-chat/online-users', '/api/chat/rooms', '/api/study-rooms'])
      expect((await get(minor, path)).status, `GET ${path} lets a minor in: is its \`age\` declared?`).toBe(403);
    const sent = await post(minor, { message_id: uuidv7(), content: 'Hi' });
    expect(sent.status, 'sendChatMessage lets a minor in: is its `age` declared?').toBe(403);
  });
});
