import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { uuidv7 } from 'uuidv7';
import { WebSocket } from 'ws';
import { FROM_OUR_PAGE, useTestApi, type Person } from '#api/testing/test-api.ts';
import { COMMUNITY_ROOM_ID } from '#contract/chat/chat.contract.ts';
import type { ChatMessage } from '#contract/chat/chat-message.ts';
import type { ClientMessage, ServerMessage } from '#contract/live/live.contract.ts';
import { watchChatAccess } from '#domain/chat/chat-access.ts';
import { publishByRedis } from '#domain/platform/live/redis.ts';
import { subscribeByStore } from '#domain/platform/live/subscriber.ts';
import { listenToStore } from '#domain/platform/store-listener.ts';
import { watchSessions } from '#domain/identity/sessions/watch-sessions.ts';
import { onPath, startRedis } from '#queues/platform/testing/redis-server.ts';
import { LIVE_HANDLERS } from './live-handlers.ts';

const api = useTestApi();
let ada: Person;
let ben: Person;
let stop: () => Promise<void>;
const opened: WebSocket[] = [];
const WAIT = { timeout: 60_000 };

beforeAll(async () => {
  stop = listenToStore([
    watchSessions((id) => api.live.onSessionChanged(id)),
    watchChatAccess(() => api.live.onAgesChanged()),
    subscribeByStore(api.live),
  ]);
  await vi.waitFor(async () => {
    const { rows } = await api.database.knex.raw(
      `select 1 from pg_stat_activity where datname = current_database() and query like 'listen session_changed; listen chat_access_changed%'`,
    );
    if (rows.length === 0) throw new Error('there is no listener yet');
  }, WAIT);
  ada = await api.givenPerson('ada@example.com', { tokens: 0, birthYear: 1990 });
  ben = await api.givenPerson('ben@example.com', { tokens: 0, birthYear: 1990 });
  await api.database.knex('account').where({ id: ben.userId }).update({ first_name: 'Ben', last_name: 'Adeyemi', birth_year: 1990 });
  await api.database.knex('account').where({ id: ada.userId }).update({ birth_year: 1990 });
});
afterAll(async () => {
  for (const socket of opened) socket.terminate();
  await stop();
});

interface Client {
  readonly socket: WebSocket;
  readonly heard: ServerMessage[];
  say(message: ClientMessage): void;
  closed: Promise<number>;
}

/** Opens a socket like our own page. */
async function join(person: Person, headers: Record<string, string> = {}, protocols = ['coursewright']): Promise<Client> {
  const url = `${api.origin.replace('http', 'ws')}/ws/${person.userId}`;
  const byCookie = { Cookie: `__Host-cw-3000=${person.cookie}`, Origin: api.origin };
  const socket = new WebSocket(url, protocols, { headers: Object.keys(headers).length > 0 ? headers : byCookie });
  opened.push(socket);
  const heard: ServerMessage[] = [];
  socket.on('message', (data) => heard.push(JSON.parse(String(data))));
  const closed = once(socket, 'close').then(([code]) => code as number);
  await Promise.race([once(socket, 'open'), closed.then((code) => Promise.reject(new Error(`closed: ${code}`)))]);
  return { socket, heard, closed, say: (message) => socket.send(JSON.stringify(message)) };
}

const post = (person: Person, content: string, more: object = {}) =>
  api.call('/api/community-chat/messages', { body: { message_id: uuidv7(), content, ...more }, bearer: person.accessToken });
/** Writes more messages than a user is allowed to, each with its event. @returns ids in order */
async function writeMany(person: Person, count: number): Promise<string[]> {
  const { rows } = await api.database.knex.raw(
    `with room as (update chat_room set last_change = last_change + :count where id = :room returning last_change - :count as before),
          written as (insert into chat_message (id, room_id, account_id, place, changed, content)
                      select gen_random_uuid(), :room, :author, before + n, before + n, repeat('bees ', 780) from room, generate_series(1, :count) n
                      returning id, place)
     select id, pg_notify('live', 'chat.message ' || :room || ' ' || id) from (select id from written order by place) ordered`,
    { room: COMMUNITY_ROOM_ID, author: person.userId, count },
  );
  return rows.map(({ id }: { id: string }) => id);
}
const texts = ({ heard }: Client) => heard.flatMap((one) => (one.type === 'new_message' ? [one.message.content] : []));

describe('the live socket', () => {
  it('CHAT-10 a message by one user is heard by the other, as the stored row', async () => {
    const [mine, theirs] = [await join(ada), await join(ben)];
    const sent = await post(ada, 'Who is up for bees?', { author: 'Somebody else', avatar_color: 'mauve', user_id: ada.userId });
    expect(sent).toMatchObject({ status: 200, json: { message_id: expect.any(String), detail: 'sent' } });
    for (const client of [mine, theirs]) {
      await expect.poll(() => texts(client)).toEqual(['Who is up for bees?']);
    }
    const told = theirs.heard.find((one) => one.type === 'new_message');
    expect(told).toEqual({ type: 'new_message', room_id: COMMUNITY_ROOM_ID, message: sent.json.message });
    expect(sent.json.message).toMatchObject({ author: 'Ada Okafor', user_id: ada.userId, timestamp: expect.any(String) });
  });

  it('CHAT-10 a message is heard from the moment the socket is open, even before the user is shown as online', async () => {
    const fay = await api.givenPerson('fay@example.com', { tokens: 0, birthYear: 1990 });
    await api.database.knex.transaction(async (trx) => {
      await trx.raw('lock table live_presence in access exclusive mode');
      const theirs = await join(fay);
      await post(ada, 'Early birds');
      await expect.poll(() => texts(theirs)).toEqual(['Early birds']);
      expect(theirs.heard.some((one) => one.type === 'online_users')).toBe(false);
    });
  });

  it('CHAT-09 CHAT-10 CHAT-16 reports who is online, who is typing, and who has left', async () => {
    const theirs = await join(ben);
    await expect.poll(() => theirs.heard.find((one) => one.type === 'online_users')).toMatchObject({ total_online: expect.any(Number) });
    const carol = await api.givenPerson('carol@example.com', { tokens: 0, birthYear: 1990 });
    const mine = await join(carol);
    const statuses = () => theirs.heard.flatMap((one) => (one.type === 'user_status' && one.user_id === carol.userId ? [one.status] : []));
    await expect.poll(statuses).toContain('active');
    mine.say({ type: 'typing_indicator', user_id: ben.userId, user_name: 'Ben', is_typing: true });
    await expect
      .poll(() => theirs.heard.find((one) => one.type === 'typing_indicator'))
      .toEqual({ type: 'typing_indicator', room_id: COMMUNITY_ROOM_ID, user_id: carol.userId, user_name: 'Ada Okafor', is_typing: true });
    const typing = await api.call('/api/community-chat/typing-users', { bearer: ben.accessToken });
    expect(typing.json.typing_users).toEqual([{ user_id: carol.userId, user_name: 'Ada Okafor' }]);
    // polling beside a socket does not keep a user online
    await api.call('/api/community-chat/online-users', { bearer: carol.accessToken });
    mine.say({ type: 'typing_indicator', is_typing: false });
    mine.say({ type: 'user_status', status: 'other' });
    await expect.poll(() => statuses().at(-1)).toBe('other');
    mine.socket.close();
    await expect.poll(() => statuses().at(-1)).toBe('offline');
  });

  it('a user who comes while ages are read again stays in the chat', async () => {
    await join(ben);
    const late = await api.givenPerson('late@example.com', { tokens: 0, birthYear: 1990 });
    const { chattersAmong } = LIVE_HANDLERS;
    const held = Promise.withResolvers<void>();
    const asked = vi.spyOn(LIVE_HANDLERS, 'chattersAmong').mockImplementationOnce(async (ids) => {
      await held.promise;
      return chattersAmong(ids);
    });
    api.live.onAgesChanged();
    await expect.poll(() => asked.mock.calls.length).toBe(1);
    const theirs = await join(late);
    await expect.poll(() => theirs.heard.some(({ type }) => type === 'online_users')).toBe(true);
    // ages are read again as soon as the first read has been applied
    api.live.onAgesChanged();
    held.resolve();
    await expect.poll(() => asked.mock.calls.length).toBeGreaterThan(2);
    expect(await api.database.knex('live_presence').where({ account_id: late.userId })).toHaveLength(1);
    asked.mockRestore();
  });

  it('G21 a ticket opens it once, for the user it was issued to', async () => {
    const ticket = async (person: Person) =>
      (await api.call('/api/live/ticket', { method: 'POST', body: {}, bearer: person.accessToken })).json.ticket as string;
    const mine = await ticket(ada);
    const offered = ['coursewright', `ticket.${mine}`];
    expect((await join(ada, { 'x-none': '1' }, offered)).socket.protocol).toBe('coursewright');
    await expect(join(ada, { 'x-none': '1' }, offered)).rejects.toThrow('401');
    await expect(join(ben, { 'x-none': '1' }, ['coursewright', `ticket.${await ticket(ada)}`])).rejects.toThrow('403');
    await expect(join(ada, { Origin: 'https://elsewhere.example' }, ['coursewright', `ticket.${await ticket(ada)}`])).rejects.toThrow(
      '403',
    );
  });

  it('G21 it is closed with 4401 when the session ends', async () => {
    const dora = await api.givenPerson('dora@example.com', { tokens: 0, birthYear: 1990 });
    const client = await join(dora);
    await api.call('/api/auth/logout', { body: {}, cookie: dora.cookie, headers: FROM_OUR_PAGE });
    expect(await client.closed).toBe(4401);
  });

  it('rejects malformed messages, and users who send too many', async () => {
    // a client that sends too much cannot reconnect immediately
    const eager = await api.givenPerson('eager@example.com', { tokens: 0, birthYear: 1990 });
    const [nonsense, flood] = [await join(ada), await join(eager)];
    nonsense.socket.send('{"type":"take_over"}');
    expect(await nonsense.closed).toBe(4400);
    for (let n = 0; n < 150; n += 1) flood.say({ type: 'typing_indicator', is_typing: true });
    expect(await flood.closed).toBe(4400);
  });

  it('a block and a removal from a group apply from the next message, whatever a process has cached', async () => {
    const groupId = uuidv7();
    await api.database.knex('study_group').insert({ id: groupId, name: 'Hive', description: '' });
    const members = [ada, ben].map(({ userId }) => ({ group_id: groupId, account_id: userId, standing: 'member' }));
    await api.database.knex('study_group_member').insert(members);
    const { json } = await api.call('/api/chat/rooms', { body: { group_id: groupId }, bearer: ada.accessToken });
    const room = { room_id: json.room.room_id };
    const [mine, theirs] = [await join(ada), await join(ben)];
    await post(ada, 'To both of us', room);
    await post(ada, 'To everybody');
    await expect.poll(() => texts(theirs)).toEqual(['To both of us', 'To everybody']);
    await api.database.knex('study_group_member').where({ group_id: groupId, account_id: ben.userId }).del();
    await post(ada, 'To the group that is left', room);
    await api.database.knex('person_block').insert({ account_id: ada.userId, blocked_id: ben.userId });
    await post(ada, 'To those I have not blocked');
    await expect.poll(() => texts(mine).at(-1)).toBe('To those I have not blocked');
    await api.database.knex('person_block').del();
    await post(ada, 'To everybody again');
    await expect.poll(() => texts(theirs)).toEqual(['To both of us', 'To everybody', 'To everybody again']);
  });

  it('concurrent messages get places in their order, and a user without write access is refused', async () => {
    const carol = await api.givenPerson('carol-2@example.com', { tokens: 0, birthYear: 1990 });
    const client = await join(ben);
    const sent = await Promise.all(
      [ada, ben, carol, ada, ben, carol].map((person, n) =>
        post(person, n < 5 ? `Together ${n}` : 'Elsewhere', n < 5 ? {} : { room_id: uuidv7() }),
      ),
    );
    expect(sent.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 404]);
    const places = sent.slice(0, 5).map(({ json }) => json.message.place as number);
    expect(places.map((place) => place - Math.min(...places)).toSorted()).toEqual([0, 1, 2, 3, 4]);
    await expect
      .poll(() => client.heard.flatMap((one) => (one.type === 'new_message' ? [one.message.place] : [])))
      .toEqual(places.toSorted((a, b) => a - b));
  });

  // CI has redis-server; a machine without it runs these tests on PostgreSQL only, as the queue contract does
  it.runIf(onPath('redis-server'))('CHAT-10 through Redis, too, concurrent messages are heard once, in their order', async () => {
    const redis = await startRedis();
    const stopRedis = publishByRedis(redis.url, api.live);
    try {
      const client = await join(ben);
      const carol = await api.givenPerson('carol-3@example.com', { tokens: 0, birthYear: 1990 });
      const ids = Array.from({ length: 30 }, () => uuidv7());
      // each twice: repeating an id creates no second message
      const sent = await Promise.all(
        [...ids, ...ids].map((message_id, n) => post([ada, ben, carol][n % 3]!, `By Redis ${n % ids.length}`, { message_id })),
      );
      expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([200]));
      const places = new Map(sent.map(({ json }) => [json.message_id, json.message.place as number]));
      const heard = () => client.heard.flatMap((one) => (one.type === 'new_message' ? [one.message.message_id] : []));
      await expect.poll(() => heard().length).toBe(ids.length);
      expect(heard()).toEqual([...places].toSorted(([, a], [, b]) => a - b).map(([id]) => id));
    } finally {
      stopRedis();
      await redis.stop();
    }
  });

  it('drops clients that do not read, which fetch the missed messages; the others hear everything', async () => {
    const eve = await api.givenPerson('eve@example.com', { tokens: 0, birthYear: 1990 });
    const [slow, quick] = [await join(eve), await join(ben)];
    const { json: before } = await api.call('/api/community-chat/messages?limit=1', { bearer: eve.accessToken });
    slow.socket.pause();
    const ids: string[] = [];
    let isCut = false;
    void slow.closed.then(() => (isCut = true));
    const openThere = api.live.count();
    while (api.live.count() >= openThere && ids.length < 20_000) {
      ids.push(...(await writeMany(ada, 100)));
      await expect.poll(() => texts(quick).length).toBe(ids.length);
    }
    expect(ids.length).toBeLessThan(20_000);
    slow.socket.resume();
    await expect.poll(() => isCut).toBe(true);
    const fetched: ChatMessage[] = [];
    for (let after = before.last_change, more = true; more;) {
      const { json } = await api.call(`/api/community-chat/messages?after=${after}`, { bearer: eve.accessToken });
      fetched.push(...json.messages);
      ({ last_change: after, more } = json);
    }
    expect(new Set(fetched.map((one) => one.message_id))).toEqual(new Set(ids));
    expect(fetched.map(({ place }) => place)).toEqual(fetched.map(({ place }) => place).toSorted((a, b) => a - b));
  });
});
