import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { COMMUNITY_ROOM_ID } from '#contract/chat/chat.contract.ts';
import { insertAccount } from '#domain/testing/account.factory.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { announceMessage } from './announce-message.command.ts';
import { listOnline } from './presence.queries.ts';
import { PRESENT_SECONDS, recordPresence, renewPresence } from './record-presence.command.ts';

const database = useTestDatabase();
const knex = () => database.knex;
const person = (first_name: string) => insertAccount(knex(), { first_name, last_name: 'Okafor', birth_year: 1990 });

test('online users are listed for everyone except those who block or are blocked', async () => {
  const [ada, ben, eve] = [await person('Ada'), await person('Ben'), await person('Eve')];
  const processId = uuidv7();
  for (const accountId of [ada, ben, eve]) await recordPresence({ accountId, processId, active: true });
  await knex()('person_block').insert({ account_id: ben, blocked_id: eve });
  expect((await listOnline(null)).online_users.map(({ name }) => name)).toEqual(['Ada Okafor']);
  expect((await listOnline(ada)).online_users.map(({ name }) => name)).toEqual(['Ada Okafor', 'Ben Okafor', 'Eve Okafor']);
});

test('a process renews its users and removes those of one that was killed', async () => {
  const [processId, killed] = [uuidv7(), uuidv7()];
  for (const id of [processId, killed]) await recordPresence({ accountId: await person('Kim'), processId: id, active: true });
  const long = knex().raw('now() - make_interval(secs => ?)', [2 * PRESENT_SECONDS + 1]);
  await knex()('live_presence').whereIn('process_id', [processId, killed]).update({ seen_at: long });
  await renewPresence(processId);
  expect(await knex()('live_presence').whereIn('process_id', [processId, killed]).pluck('process_id')).toEqual([processId]);
});

test('a changed state of a message is a change of its room', async () => {
  const id = uuidv7();
  await knex()('chat_message').insert({
    id,
    room_id: COMMUNITY_ROOM_ID,
    account_id: await person('Zoe'),
    place: 1,
    changed: 1,
    content: 'Hello',
  });
  const { last_change: before } = (await knex()('chat_room').where({ id: COMMUNITY_ROOM_ID }).first('last_change'))!;
  await knex().transaction((trx) => announceMessage(trx, id));
  expect(await knex()('chat_message').where({ id }).first('changed')).toEqual({ changed: before + 1 });
});
