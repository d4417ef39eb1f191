import { expect, it, vi } from 'vitest';
import { useTestApi } from '#api/testing/test-api.ts';
import { ledgerFaults } from '#domain/billing/ledger/ledger-proof.queries.ts';
import { givenKey } from '#domain/identity/api-keys/key-holder.factory.ts';
import { startEngine } from '#domain/kinds.ts';
import { givenMember, givenOrganisation } from '#domain/organisations/organisation.factory.ts';

const api = useTestApi({ generateWaitMs: 0 });
startEngine();

/** Counts reservations that wait for a wallet, in this test's own database. */
const WAITING = `select count(*) as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%ledger_account%'`;
const WISH = { learning_goals: 'Keep one hive', age: 30, ai_components: {} };

it('six concurrent courses by the key of a member who is being removed: none is paid from the pool, and each names its payer', async () => {
  const owner = await api.givenPerson('owner@apiary.example', { proven: true, birthYear: 1980 });
  const { id: organisationId } = await givenOrganisation({ owner: { id: owner.userId, email: owner.email } });
  const { json: made } = await api.call('/api/organisation/provisioning/tokens', { method: 'POST', bearer: owner.accessToken });
  // the Free Plan's allowance: one course, and tokens for one more
  const leaver = await api.givenPerson('leaver@apiary.example', { tokens: 0, birthYear: 1990 });
  const personId = await givenMember(organisationId, leaver.userId);
  const { secret } = await givenKey({ accountId: leaver.userId, scopes: ['generate'], dayBudget: 1_000 });
  const order = (topic: string) =>
    api.call('/api/generate-course', {
      method: 'POST',
      bearer: secret,
      headers: { prefer: 'respond-async' },
      body: { ...WISH, topic, user_id: leaver.userId },
    });
  const purses = () => api.database.knex('token_hold').where({ actor_id: leaver.userId }).pluck('owner_kind');

  expect((await order('Bees as a member')).json).toMatchObject({ paid_from: 'plan' });
  expect((await order('Wasps as a member')).json).toMatchObject({ paid_from: 'organisation', tokens: { reserved: 3_100 } });
  expect(await purses()).toEqual(['organisation']);

  const blocker = await api.database.knex.transaction();
  await blocker('ledger_account').where({ owner_id: leaver.userId, unit: 'TOK', kind: 'available' }).forUpdate();
  const ordered = Promise.all(Array.from({ length: 6 }, (_, number) => order(`Hornets ${number}`)));
  await vi.waitUntil(async () => Number((await api.database.knex.raw(WAITING)).rows[0].n) >= 2, { timeout: 60_000 });
  const removed = await api.call(`/scim/v2/Users/${personId}`, {
    method: 'PATCH',
    bearer: made.token,
    headers: { 'Content-Type': 'application/scim+json' },
    body: { schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'], Operations: [{ op: 'replace', value: { active: false } }] },
  });
  expect(removed.status).toBe(200);
  await blocker.commit();

  const answers = (await ordered).map(({ status, json }) => (status < 300 ? json.paid_from : json.code));
  expect(answers.toSorted()).toEqual(['own', ...Array.from({ length: 5 }, () => 'tokens.insufficient')]);
  expect(await purses()).toEqual(['organisation']);
  expect(await ledgerFaults()).toEqual([]);
});
