import { uuidv7 } from 'uuidv7';
import { expect, it } from 'vitest';
import { useTestApi, type Person } from '#api/testing/test-api.ts';
import { COMMUNITY_ROOM_ID } from '#contract/chat/chat.contract.ts';

const api = useTestApi();

type Row = readonly [method: string, path: string, body?: object];

/**
 * What an unrelated adult, a blocked user, a minor and a moderator can do with a user's data. One status each, in this order; data that a
 * user cannot see does not exist for them (404), even if they know its path.
 */
it('a stranger, a blocked person, a minor and a moderator are allowed exactly what the table lists', async () => {
  const given = async (name: string, row: object = {}): Promise<Person> => {
    const made = await api.givenPerson(`${name}@example.com`, { tokens: 0 });
    await api.database
      .knex('account')
      .where({ id: made.userId })
      .update({ birth_year: 1990, ...row });
    return made;
  };
  const [owner, friend, stranger, blocked, minor, moderator] = await Promise.all([
    given('owner', { roles: '{learner,operator}' }),
    given('friend'),
    given('stranger'),
    given('blocked'),
    given('minor', { birth_year: new Date().getUTCFullYear() - 15 }),
    given('moderator', { roles: '{learner,operator}' }),
  ]);
  const send = (who: Person, [method, path, body]: Row) => api.call(path, { method, bearer: who.accessToken, ...(body && { body }) });
  const made = async (...row: Row) => {
    const answer = await send(owner, row);
    if (answer.status > 299) throw new Error(`${row[1]}: ${answer.status} ${JSON.stringify(answer.json)}`);
    return answer.json;
  };
  const { knex } = api.database;
  await knex('connection').insert({ requester_id: owner.userId, addressee_id: friend.userId, state: 'accepted', answered_at: new Date() });
  await knex('person_block').insert({ account_id: owner.userId, blocked_id: blocked.userId });

  const group_id = uuidv7();
  await made('POST', '/api/study-groups', { group_id, name: 'Beekeepers', description: 'Only who we know', is_public: false });
  const [post, inGroup, toDelete] = [uuidv7(), uuidv7(), uuidv7()];
  await made('POST', '/api/discussions', { post_id: post, title: 'Swarms', content: 'When do they?', category: 'general' });
  await made('POST', '/api/discussions', { post_id: toDelete, title: 'Wax', content: 'How is it melted?', category: 'general' });
  await made('POST', '/api/discussions', { post_id: inGroup, title: 'Ours', content: 'Who brings the smoker?', group_id });
  const reply = uuidv7();
  await made('POST', `/api/discussions/${post}/replies`, { reply_id: reply, content: 'In May, on a warm day' });
  const reported = uuidv7();
  await made('POST', `/api/discussions/${post}/replies`, { reply_id: reported, content: 'Or in June' });
  const direct = (await made('POST', '/api/chat/rooms', { person_id: friend.userId })).room.room_id;
  const groupRoom = (await made('POST', '/api/chat/rooms', { group_id })).room.room_id;
  const { room } = await made('POST', '/api/study-rooms', { client_key: uuidv7(), name: 'Algebra' });
  const said = (await made('POST', '/api/community-chat/messages', { message_id: uuidv7(), content: 'Good morning' })).message_id;
  const between = (await made('POST', '/api/community-chat/messages', { message_id: uuidv7(), content: 'Just us', room_id: direct }))
    .message_id;
  const saidInGroup = (
    await made('POST', '/api/community-chat/messages', { message_id: uuidv7(), content: 'Among us', room_id: groupRoom })
  ).message_id;
  const here = { latitude: 10, longitude: 10 };
  const event_id = uuidv7();
  const when = { starts_at: new Date(Date.now() + 86_400_000).toISOString(), time_zone: 'UTC', duration: 60 };
  const where = { location_name: 'Library', address: '1 Main Street', ...here };
  await made('POST', '/api/local-events', { event_id, title: 'Bees on roofs', event_type: 'Talk', max_attendees: 9, ...when, ...where });
  const location_id = uuidv7();
  await made('POST', '/api/study-locations', { location_id, name: 'Town library', address: '1 Main Street', ...here });

  const message = (room_id: string) => ({ message_id: uuidv7(), content: `May I come in? ${uuidv7()}`, room_id });
  const about = { subject_type: 'post', subject_id: post };
  const report = (subject_type: string, subject_id: string) => ({ subject_type, subject_id, reason: 'spam' });
  const table: readonly (readonly [string, ...Row])[] = [
    // discussions
    ['200 404 200 200', 'GET', `/api/discussions/${post}`],
    ['404 404 403 200', 'GET', `/api/discussions/${inGroup}`],
    ['404 404 403 404', 'GET', `/api/discussions?group_id=${group_id}`],
    ['404 404 403 404', 'PATCH', `/api/discussions/${post}`, { title: 'Mine', content: 'Mine' }],
    ['404 404 404 200', 'DELETE', `/api/discussions/${toDelete}`],
    ['200 404 200 200', 'PUT', `/api/discussions/${post}/like`, { liked: true }],
    ['404 404 403 200', 'PUT', `/api/discussions/${inGroup}/like`, { liked: true }],
    ['200 404 200 200', 'PUT', `/api/discussions/${post}/subscription`, { subscribed: true }],
    ['404 404 404 200', 'PUT', `/api/discussions/${post}/moderation`, { pinned: true, locked: false }],
    ['404 404 403 404', 'PATCH', `/api/discussions/${post}/replies/${reply}`, { content: 'Mine' }],
    ['200 404 200 200', 'PUT', `/api/discussions/${post}/replies/${reply}/like`, { liked: true }],
    ['404 404 404 200', 'DELETE', `/api/discussions/${post}/replies/${reply}`],
    // groups
    ['200 404 200 200', 'GET', `/api/study-groups/${group_id}`],
    ['404 404 403 404', 'PATCH', `/api/study-groups/${group_id}`, { name: 'Mine', description: 'Mine', is_public: true }],
    ['404 404 404 404', 'DELETE', `/api/study-groups/${group_id}`],
    ['404 404 403 404', 'PUT', `/api/study-groups/${group_id}/members/${friend.userId}`, { accepted: true }],
    // chat
    ['200 200 403 200', 'POST', '/api/community-chat/messages', message(COMMUNITY_ROOM_ID)],
    ['404 404 403 404', 'POST', '/api/community-chat/messages', message(direct)],
    ['404 404 403 404', 'POST', '/api/community-chat/messages', message(groupRoom)],
    ['404 404 403 404', 'POST', '/api/community-chat/messages', message(room.chat_room_id)],
    ['404 404 403 404', 'GET', `/api/community-chat/messages?room_id=${direct}`],
    ['404 404 403 404', 'GET', `/api/community-chat/messages?room_id=${groupRoom}`],
    ['404 404 403 404', 'GET', `/api/community-chat/typing-users?room_id=${direct}`],
    ['404 404 403 404', 'POST', '/api/community-chat/typing', { is_typing: true, room_id: direct }],
    ['404 404 403 404', 'POST', `/api/chat/rooms/${direct}/read`, { place: 1 }],
    ['404 404 403 404', 'POST', '/api/chat/rooms', { person_id: owner.userId }],
    ['404 404 403 404', 'POST', '/api/chat/rooms', { group_id }],
    ['404 404 403 404', 'PATCH', `/api/community-chat/messages/${said}`, { content: 'Mine' }],
    ['404 404 403 404', 'DELETE', `/api/community-chat/messages/${said}`],
    // study rooms
    ['404 404 403 404', 'POST', `/api/study-rooms/${room.room_id}/leave`, {}],
    ['200 404 403 200', 'GET', `/api/study-rooms/${room.room_id}`],
    ['200 404 403 200', 'POST', `/api/study-rooms/${room.room_id}/join`, {}],
    // places
    ['404 404 404 404', 'POST', `/api/local-events/${event_id}/cancel`, {}],
    ['404 404 404 404', 'GET', `/api/local-events/${event_id}/attendees`],
    ['404 404 404 404', 'DELETE', `/api/study-locations/${location_id}`],
    ['200 200 403 200', 'PUT', `/api/study-locations/${location_id}/rating`, { stars: 4 }],
    // people
    ['200 404 403 200', 'POST', `/api/connect-users?user1_id=SELF&user2_id=${owner.userId}`],
    ['404 404 404 404', 'POST', `/api/connections/${friend.userId}/answer`, { accept: true }],
    ['404 404 404 404', 'DELETE', `/api/connections/${friend.userId}`],
    // users can report whatever they can see
    ['200 404 404 200', 'POST', '/api/reports', report('message', said)],
    ['404 404 404 404', 'POST', '/api/reports', report('message', saidInGroup)],
    ['404 404 404 404', 'POST', '/api/reports', report('message', between)],
    ['200 404 200 200', 'POST', '/api/reports', report('post', post)],
    ['404 404 404 200', 'POST', '/api/reports', report('post', inGroup)],
    ['200 404 200 200', 'POST', '/api/reports', report('reply', reported)],
    ['200 404 200 200', 'POST', '/api/reports', report('group', group_id)],
    ['200 404 404 200', 'POST', '/api/reports', report('room', room.room_id)],
    ['200 404 404 200', 'POST', '/api/reports', report('event', event_id)],
    ['200 200 404 200', 'POST', '/api/reports', report('place', location_id)],
    ['200 200 200 200', 'POST', '/api/reports', report('profile', owner.userId)],
    ['404 404 404 404', 'POST', '/api/reports', report('profile', uuidv7())],
    ['404 404 404 404', 'POST', '/api/moderation/appeals', { ...about, text: 'Mine?' }],
    ['403 403 403 200', 'GET', '/api/operator/moderation'],
    ['403 403 403 200', 'POST', '/api/operator/moderation', { ...about, version: 1, action: 'approve' }],
  ];
  const found: string[] = [];
  for (const [, method, path, body] of table) {
    const statuses: number[] = [];
    for (const who of [stranger, blocked, minor, moderator]) {
      const own = body && 'message_id' in body ? { ...body, message_id: uuidv7(), content: `May I come in? ${uuidv7()}` } : body;
      statuses.push((await send(who, [method, path.replace('SELF', who.userId), own])).status);
    }
    found.push(`${statuses.join(' ')} ${method} ${path}`);
  }
  const says =
    'statuses of a stranger, a blocked person, a minor and a moderator; if a minor is let in or refused (third): is the `age` of the endpoint declared?';
  expect(found, says).toEqual(table.map(([statuses, method, path]) => `${statuses} ${method} ${path}`));
});
