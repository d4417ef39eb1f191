import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApi, type Person } from '#api/testing/test-api.ts';
import { sweepStudyRooms, sendSignal } from '#domain/study-rooms/study-room.commands.ts';

const iceServers = [{ urls: ['turn:turn.example.com'], username: 'u', credential: 'p' }];
const api = useTestApi({ iceServers });
let people: Person[];
beforeAll(async () => {
  people = [];
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) people.push(await api.givenPerson(`${name}@example.com`, { tokens: 0 }));
  await api.database.knex('account').update({ birth_year: 1990 });
});

const call = (who: Person, path: string, body: object = {}) => api.call(`/api/study-rooms${path}`, { body, bearer: who.accessToken });
const create = async (who: Person, body = { client_key: uuidv7(), name: `Algebra ${uuidv7()}` }) => (await call(who, '', body)).json;
const list = async (who: Person) => (await api.call('/api/study-rooms', { bearer: who.accessToken })).json.rooms as { room_id: string }[];

describe('a study room', () => {
  it('ROOM-01 is created once, however often it is requested, and its creator has the first seat', async () => {
    const body = { client_key: uuidv7(), name: 'Bees' };
    const answers = await Promise.all(Array.from({ length: 5 }, () => create(people[0]!, body)));
    expect(new Set(answers.map(({ room }) => room.room_id)).size).toBe(1);
    expect(answers[0]).toMatchObject({
      room: { name: 'Bees', state: 'active', participants: [{ user_id: people[0]!.userId }] },
      ice_servers: iceServers,
    });
    expect(await list(people[1]!)).toHaveLength(1);
    await call(people[0]!, `/${answers[0].room.room_id}/leave`);
  });

  it('ROOM-02 seats four of five who come at once; the fifth is told the reason, and gets a seat when one is free', async () => {
    const { room } = await create(people[0]!);
    const rest = people.slice(1, 6);
    const answers = await Promise.all(rest.map((one) => call(one, `/${room.room_id}/join`)));
    const refused = answers.filter(({ status }) => status === 409);
    expect(refused.map(({ json }) => [json.code, json.detail])).toEqual(
      Array.from({ length: 2 }, () => ['study_room.full', 'The room is full: 4 people are in the call.']),
    );
    const late = rest[answers.findIndex(({ status }) => status === 409)]!;
    await call(people[0]!, `/${room.room_id}/leave`);
    expect((await call(late, `/${room.room_id}/join`)).status).toBe(200);
    // a participant who reconnects still has the seat
    expect((await call(late, `/${room.room_id}/join`)).json.room.participants).toHaveLength(4);
  });

  it('ROOM-02 ends with its last participant, and cannot be joined afterwards', async () => {
    const { room } = await create(people[0]!);
    const ended = await call(people[0]!, `/${room.room_id}/leave`);
    expect(ended.json.room).toMatchObject({ state: 'ended', participants: [] });
    expect((await call(people[1]!, `/${room.room_id}/join`)).json.code).toBe('study_room.ended');
    expect((await list(people[1]!)).map(({ room_id: id }) => id)).not.toContain(room.room_id);
  });

  it('does not exist for users whom its creator has blocked, whatever link they have', async () => {
    const { room } = await create(people[0]!);
    const block = { account_id: people[0]!.userId, blocked_id: people[1]!.userId };
    await api.database.knex('person_block').insert(block);
    expect((await call(people[1]!, `/${room.room_id}/join`)).status).toBe(404);
    await api.database.knex('person_block').where(block).del();
    // nor a user whom a participant has blocked
    await call(people[2]!, `/${room.room_id}/join`);
    const beside = { account_id: people[1]!.userId, blocked_id: people[2]!.userId };
    await api.database.knex('person_block').insert(beside);
    const seen = await api.call(`/api/study-rooms/${room.room_id}`, { bearer: people[1]!.accessToken });
    expect([seen.status, (await call(people[1]!, `/${room.room_id}/join`)).status]).toEqual([404, 404]);
    expect((await list(people[1]!)).map(({ room_id: id }) => id)).not.toContain(room.room_id);
    await api.database.knex('person_block').where(beside).del();
    await call(people[2]!, `/${room.room_id}/leave`);
    await call(people[0]!, `/${room.room_id}/leave`);
  });

  it('frees the seat of a browser that has been silent, and ends when all have been', async () => {
    const { room } = await create(people[0]!);
    await call(people[1]!, `/${room.room_id}/join`);
    const silent = { seen_at: new Date(Date.now() - 60_000) };
    await api.database.knex('study_participant').where({ room_id: room.room_id, account_id: people[0]!.userId }).update(silent);
    await sweepStudyRooms();
    const there = await api.call(`/api/study-rooms/${room.room_id}`, { bearer: people[2]!.accessToken });
    expect(there.json.room.participants).toMatchObject([{ user_id: people[1]!.userId }]);
    await api.database.knex('study_participant').where({ room_id: room.room_id }).update(silent);
    await sweepStudyRooms();
    expect((await api.call(`/api/study-rooms/${room.room_id}`, { bearer: people[2]!.accessToken })).json.room.state).toBe('ended');
  });

  it('passes signals between its participants only, and has a chat for them', async () => {
    const { room } = await create(people[0]!);
    await call(people[1]!, `/${room.room_id}/join`);
    const signal = (from: Person, to: Person) => sendSignal({ accountId: from.userId, roomId: room.room_id, to: to.userId, data: '{}' });
    await signal(people[0]!, people[1]!);
    await signal(people[0]!, people[5]!);
    await signal(people[5]!, people[1]!);
    expect(await api.database.knex('study_signal').where({ room_id: room.room_id }).pluck('from_id')).toEqual([people[0]!.userId]);
    const body = { message_id: uuidv7(), content: 'Page 12?', room_id: room.chat_room_id };
    const write = (who: Person) =>
      api.call('/api/community-chat/messages', { body: { ...body, message_id: uuidv7() }, bearer: who.accessToken });
    expect([(await write(people[1]!)).status, (await write(people[5]!)).status]).toEqual([200, 404]);
  });
});
