import { once } from 'node:events';
import { strFromU8, unzipSync } from 'fflate';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { useTestApi, type Person } from '#api/testing/test-api.ts';
import { COMMUNITY_ROOM_ID } from '#contract/chat/chat.contract.ts';
import type { ServerMessage } from '#contract/live/live.contract.ts';
import { watchChatAccess } from '#domain/chat/chat-access.ts';
import { recordPresence } from '#domain/chat/record-presence.command.ts';
import { givenCourse } from '#domain/courses/content/course.factory.ts';
import { givenOrganisation } from '#domain/organisations/organisation.factory.ts';
import { sendSignal } from '#domain/study-rooms/study-room.commands.ts';
import { subscribeByStore } from '#domain/platform/live/subscriber.ts';
import { listenToStore } from '#domain/platform/store-listener.ts';
import type { NotificationKind } from '#contract/notifications/notices.ts';

/**
 * Every way in which somebody could read a stranger's words, have their own read, or be seen, for each age and consent. Prints its results:
 * `vitest run --project=backend api/community/ages-and-ways-in`.
 */
const api = useTestApi();
const born = (age: number) => new Date().getUTCFullYear() - age - 1;

type Consent = 'parent' | 'school' | null;
const PEOPLE: readonly { readonly name: string; readonly age: number | null; readonly consent: Consent }[] = [
  { name: '?', age: null, consent: null },
  { name: '12', age: 12, consent: null },
  { name: '12 parent', age: 12, consent: 'parent' },
  { name: '12 school', age: 12, consent: 'school' },
  { name: '15', age: 15, consent: null },
  { name: '15 parent', age: 15, consent: 'parent' },
  { name: '15 school', age: 15, consent: 'school' },
  { name: '17', age: 17, consent: null },
  { name: '17 parent', age: 17, consent: 'parent' },
  { name: '19', age: 19, consent: null },
];

/** The decisions by feature, in the order of `PEOPLE`; repeated here, so that a mistake in the table of rules is noticed. */
const OPEN = 'yes yes yes yes yes yes yes yes yes yes';
const ROOMS = '- - - - - yes - - yes yes';
const SEEN = '- - - - - - - - - yes';
const EVENTS = 'yes - yes - - yes - - yes yes';
const VOICE_NOTES = 'yes - yes yes yes yes yes yes yes yes';
const NOBODY = '- - - - - - - - - -';

interface Somebody extends Person {
  readonly heard: ServerMessage[];
}
let host: Somebody;
let witness: Somebody;
let people: Somebody[];
let stop: () => Promise<void>;
const sockets: WebSocket[] = [];
const [groupId, publicGroupId] = [uuidv7(), uuidv7()];
let groupRoom: string;

const send = (who: Person, method: string, path: string, body?: object) =>
  api.call(path, { method, bearer: who.accessToken, ...(body && { body }) });
const isOk = async (who: Person, method: string, path: string, body?: object) => (await send(who, method, path, body)).status < 300;
const knex = () => api.database.knex;

beforeAll(async () => {
  stop = listenToStore([watchChatAccess(() => api.live.onAgesChanged()), subscribeByStore(api.live)]);
  await vi.waitFor(async () => {
    const { rows } = await knex().raw(
      `select 1 from pg_stat_activity where datname = current_database() and query like 'listen chat_access_changed%'`,
    );
    if (rows.length === 0) throw new Error('there is no listener yet');
  });
  host = await given('host', 1980);
  witness = await given('witness', 1981);
  people = [];
  for (const { name, age, consent } of PEOPLE) {
    const one = await given(`p-${name.replace('?', 'unknown').replace(' ', '-')}`, age === null ? undefined : born(age));
    await consents(one, consent);
    people.push(one);
  }
  const group = { name: 'Beekeepers', description: 'All about bees' };
  await send(host, 'POST', '/api/study-groups', { group_id: groupId, ...group });
  await send(host, 'POST', '/api/study-groups', { group_id: publicGroupId, ...group });
  // as members who joined before the rule, or who have given their age since
  const members = [witness, ...people].map(({ userId }) => ({ group_id: groupId, account_id: userId, standing: 'member' }));
  await knex()('study_group_member').insert(members);
  groupRoom = (await send(host, 'POST', '/api/chat/rooms', { group_id: groupId })).json.room.room_id;
  // the sockets are opened while nobody is of age: recipients depend on the ages at the time of an event
  const years = (await knex()('account').select('id', 'birth_year')) as { id: string; birth_year: number | null }[];
  await knex()('account').update({ birth_year: 1990 });
  for (const one of [witness, ...people]) await join(one);
  for (const { id, birth_year } of years) await knex()('account').where({ id }).update({ birth_year });
});
afterAll(async () => {
  for (const socket of sockets) socket.terminate();
  await stop();
});

async function given(name: string, birthYear: number | undefined): Promise<Somebody> {
  const made = await api.givenPerson(`${name}@example.com`, { tokens: 0, ...(birthYear !== undefined && { birthYear }) });
  await knex()('account').where({ id: made.userId }).update({ first_name: name });
  const { id: session_id } = (await knex()('session').where({ account_id: made.userId }).select('id'))[0]!;
  const browser = { id: uuidv7(), account_id: made.userId, session_id, endpoint: `https://push.example/${name}`, user_agent: 'x' };
  await knex()('push_subscription').insert({ ...browser, p256dh: 'key', auth: 'auth' });
  return { ...made, heard: [] };
}

async function consents({ userId, email }: Person, consent: Consent): Promise<void> {
  if (consent === 'parent')
    await knex()('parental_consent').insert({ account_id: userId, given_by: consent, parent_email: 'mum@example.org' });
  if (consent !== 'school') return;
  const { id: organisation_id } = await givenOrganisation({ owner: { id: host.userId, email: `head-of-${email}` } });
  await knex()('organisation_member').insert({ account_id: userId, organisation_id, role: 'member' });
  await knex()('parental_consent').insert({ account_id: userId, given_by: consent, organisation_id });
}

async function join(who: Somebody): Promise<void> {
  const { ticket } = (await send(who, 'POST', '/api/live/ticket', {})).json;
  const socket = new WebSocket(`${api.origin.replace('http', 'ws')}/ws/${who.userId}`, ['coursewright', `ticket.${ticket}`], {
    headers: { Origin: api.origin },
  });
  sockets.push(socket);
  socket.on('message', (data) => who.heard.push(JSON.parse(String(data))));
  await once(socket, 'open');
}

/**
 * Does something that others would hear, and returns who heard it; a final signal to all sockets ensures that no event is still on its way.
 */
async function hearers(act: () => Promise<unknown>, isIt: (heard: ServerMessage) => boolean, whom: readonly Somebody[] = people) {
  for (const { heard } of [witness, ...people]) heard.length = 0;
  await act();
  await expect.poll(() => witness.heard.some(isIt)).toBe(true);
  api.live.onGap();
  await expect.poll(() => people.every(({ heard }) => heard.some(({ type }) => type === 'resync'))).toBe(true);
  return whom.map(({ heard }) => heard.some(isIt));
}

const said = (words: string) => (heard: ServerMessage) => heard.type === 'new_message' && heard.message.content.includes(words);
const speak = (who: Person, content: string, room_id: string, mentions: string[] = []) =>
  send(who, 'POST', '/api/community-chat/messages', { message_id: uuidv7(), content, room_id, mentions });
const each = async (ask: (who: Somebody, index: number) => Promise<boolean>): Promise<boolean[]> => {
  const found: boolean[] = [];
  for (const [index, who] of people.entries()) found.push(await ask(who, index));
  return found;
};

it('PROF-04 A17 G26 a room is one place: users who may not read it do not hear it, are not notified of it, and have it in none of their lists', async () => {
  const forumPost = uuidv7();
  await send(host, 'POST', '/api/discussions', { post_id: forumPost, title: 'Swarms', content: 'When do they?', category: 'general' });
  const groupPost = uuidv7();
  await send(host, 'POST', '/api/discussions', { post_id: groupPost, title: 'Wax', content: 'How is it melted?', group_id: groupId });
  await knex()('post_reading').insert(
    people.flatMap(({ userId: account_id }) => [groupPost, forumPost].map((post_id) => ({ account_id, post_id, is_subscribed: true }))),
  );
  const reply = (post: string) => send(host, 'POST', `/api/discussions/${post}/replies`, { reply_id: uuidv7(), content: 'In May' });
  await reply(groupPost);
  const everybody = people.map(({ userId }) => userId);
  const mentioned = (await speak(host, 'Hello all of you', groupRoom, everybody)).json.message.mentions as string[];
  await speak(host, 'Hello the rest of you', COMMUNITY_ROOM_ID, everybody);
  const noticed = async (kind: NotificationKind, subject: string) => {
    const rows = await knex()('notification').where({ kind, subject }).select('id', 'account_id');
    const pushed: number[] = await knex()('push_delivery').pluck('notification_id');
    return {
      told: people.map(({ userId }) => rows.some(({ account_id }) => account_id === userId)),
      pushed: people.map(({ userId }) => rows.some(({ id, account_id }) => account_id === userId && pushed.includes(id))),
    };
  };
  const hostName = (await send(witness, 'GET', `/api/discussions/${forumPost}`)).json.post.author;
  const [ofMention, ofReply] = [await noticed('chat.mention', hostName), await noticed('post.replied', 'Wax')];
  const mails = JSON.stringify(await knex()('outgoing_mail').select('*'));

  const study = (await send(host, 'POST', '/api/study-rooms', { client_key: uuidv7(), name: 'Algebra' })).json.room.room_id;
  const seats = [witness, ...people].map(({ userId }) => ({ room_id: study, account_id: userId }));
  await knex()('study_participant').insert(seats);
  // one after another, the witness last: the store delivers in that order, so nothing is still on its way once the witness has heard it
  const calls = async () => {
    for (const to of [...everybody, witness.userId]) await sendSignal({ accountId: host.userId, roomId: study, to, data: 'offer' });
  };

  const inCommunity = await hearers(() => speak(host, 'Buzzing about', COMMUNITY_ROOM_ID), said('Buzzing about'));
  const inGroup = await hearers(() => speak(host, 'Only for the hive', groupRoom), said('Only for the hive'));
  const typing = await hearers(
    () => send(host, 'POST', '/api/community-chat/typing', { is_typing: true, room_id: groupRoom }),
    ({ type }) => type === 'typing_indicator',
  );
  const presence = await hearers(
    () => recordPresence({ accountId: host.userId, processId: uuidv7(), active: true }),
    (heard) => heard.type === 'user_status' && heard.user_id === host.userId,
  );
  const called = await hearers(calls, ({ type }) => type === 'signal');

  const online = (await send(witness, 'GET', '/api/community-chat/online-users')).json.online_users.map(
    ({ user_id: id }: { user_id: string }) => id,
  );
  const listed = (await send(witness, 'GET', `/api/study-groups/${groupId}`)).json.group.members.map(
    ({ user_id: id }: { user_id: string }) => id,
  );
  for (const { userId, accessToken } of people) {
    const privacy = { data_sharing: true };
    await api.call('/api/user/settings', { body: { user_id: userId, privacy }, bearer: accessToken });
  }
  const directory = (await send(witness, 'GET', '/api/user-profiles?limit=50')).json.profiles.map(
    ({ user_id: id }: { user_id: string }) => id,
  );
  const here = 'latitude=10&longitude=10';
  const courses = await Promise.all(people.map(({ userId }) => givenCourse(userId)));

  const ways: [string, string, boolean[]][] = [
    ['forum: read', OPEN, await each((who) => isOk(who, 'GET', `/api/discussions/${forumPost}`))],
    ['forum: search', OPEN, await each(async (who) => (await send(who, 'GET', '/api/discussions?q=swarms')).json.posts.length === 1)],
    ['forum: write', ROOMS, await each((who, n) => isOk(who, 'POST', '/api/discussions', aPost(`About hives, part ${n}`)))],
    ['forum: reply', ROOMS, await each((who, n) => isOk(who, 'POST', `/api/discussions/${forumPost}/replies`, aReply(`Mine is ${n}`)))],
    ['group: join', ROOMS, await each((who) => isOk(who, 'PUT', `/api/study-groups/${publicGroupId}/membership`, { joined: true }))],
    ['group: read', ROOMS, await each((who) => isOk(who, 'GET', `/api/discussions/${groupPost}`))],
    ['group: search', ROOMS, await each((who) => isOk(who, 'GET', `/api/discussions?group_id=${groupId}&q=wax`))],
    ['group: write', ROOMS, await each((who, n) => isOk(who, 'POST', '/api/discussions', aPost(`Frames, part ${n}`, groupId)))],
    ['group: sees its members', ROOMS, await each(async (who) => (await membersFor(who)).length > 0)],
    ['group: in its member list', SEEN, people.map(({ userId }) => listed.includes(userId))],
    ['group: reply notified', ROOMS, ofReply.told],
    ['group: reply pushed', ROOMS, ofReply.pushed],
    ['group: leave', OPEN, await each((who) => isOk(who, 'PUT', `/api/study-groups/${publicGroupId}/membership`, { joined: false }))],
    ['chat: read', ROOMS, await each((who) => isOk(who, 'GET', '/api/community-chat/messages'))],
    ['chat: read a group’s', ROOMS, await each((who) => isOk(who, 'GET', `/api/community-chat/messages?room_id=${groupRoom}`))],
    ['chat: rooms', ROOMS, await each((who) => isOk(who, 'GET', '/api/chat/rooms'))],
    ['chat: write', ROOMS, await each(async (who, n) => (await speak(who, `I say ${n}`, COMMUNITY_ROOM_ID)).status === 200)],
    ['chat: write to a group', ROOMS, await each(async (who, n) => (await speak(who, `I mean ${n}`, groupRoom)).status === 200)],
    ['socket: community chat', ROOMS, inCommunity],
    ['socket: a group’s chat', ROOMS, inGroup],
    ['socket: who types', ROOMS, typing],
    ['socket: who is there', ROOMS, presence],
    ['socket: call signals', ROOMS, called],
    ['seen as online', SEEN, people.map(({ userId }) => online.includes(userId))],
    ['mention: stored', ROOMS, people.map(({ userId }) => mentioned.includes(userId))],
    ['mention: notified', ROOMS, ofMention.told],
    ['mention: pushed', ROOMS, ofMention.pushed],
    ['mail with another’s words', NOBODY, people.map(() => mails.includes('Hello all of you') || mails.includes('In May'))],
    ['directory: listed', SEEN, people.map(({ userId }) => directory.includes(userId))],
    ['connect', SEEN, await each((who) => isOk(who, 'POST', `/api/connect-users?user1_id=${who.userId}&user2_id=${witness.userId}`))],
    ['leaderboard: by name', ROOMS, await each((who, n) => isOk(who, 'PUT', '/api/leaderboard', { display_name: `Bee ${n}` }))],
    ['study room: call', ROOMS, await each((who) => isOk(who, 'GET', `/api/study-rooms/${study}`))],
    ['nearby learners, places', SEEN, await each((who) => isOk(who, 'GET', `/api/study-locations/${who.userId}?${here}`))],
    ['local events', EVENTS, await each((who) => isOk(who, 'GET', `/api/local-events?${here}`))],
    ['course: share by address', ROOMS, await each((who, n) => isOk(who, 'PUT', `/api/course-shares/${courses[n]}`))],
    ['voice notes', VOICE_NOTES, await each(async (who) => (await noteOf(who)) !== 403)],
    ['export: others’ words', NOBODY, await each(async (who) => /When do they|Hello all|for the hive/.test(await exportOf(who)))],
  ];
  const shown = (found: readonly boolean[]) => found.map((is) => (is ? 'yes' : '-')).join(' ');
  printTable(ways.map(([way, , found]) => [way, ...shown(found).split(' ')]));
  expect(ways.map(([way, , found]) => `${way}: ${shown(found)}`)).toEqual(ways.map(([way, expected]) => `${way}: ${expected}`));
});

const aPost = (title: string, group_id?: string) => ({
  post_id: uuidv7(),
  title,
  content: `What I know: ${uuidv7()}`,
  ...(group_id === undefined ? { category: 'general' } : { group_id }),
});
const aReply = (content: string) => ({ reply_id: uuidv7(), content });
const membersFor = async (who: Person) => (await send(who, 'GET', `/api/study-groups/${groupId}`)).json.group.members;
/** Without a recording: a user of an accepted age gets as far as the missing file. */
const noteOf = async (who: Person) => (await send(who, 'POST', '/api/voice-notes', {})).status;
async function exportOf(who: Person): Promise<string> {
  const answer = await fetch(`${api.origin}/api/user/data-export`, { headers: { authorization: `Bearer ${who.accessToken}` } });
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
  return Object.values(files)
    .map((bytes) => strFromU8(bytes))
    .join('\n');
}

/** Prints a table of ways by ages; it is shown when one is wrong. */
function printTable(rows: readonly (readonly string[])[]): void {
  const table = [['', ...PEOPLE.map(({ name }) => name)], ...rows];
  const lines = table.map(([way = '', ...cells]) => way.padEnd(28) + cells.map((cell) => cell.padEnd(11)).join(''));
  console.log(lines.join('\n'));
}
