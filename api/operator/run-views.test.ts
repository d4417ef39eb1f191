import { expect, it } from 'vitest';
import { useTestApi, type Person } from '#api/testing/test-api.ts';
import { MOST_VIEWS } from '#contract/operator/run-views.contract.ts';

const api = useTestApi();

async function givenOperator(email: string): Promise<Person> {
  const person = await api.givenPerson(email);
  await api.database
    .knex('account')
    .where({ id: person.userId })
    .update({ roles: ['learner', 'operator'] });
  return person;
}

const save = async ({ accessToken: bearer }: Person, name: string, find: string | null) =>
  (await api.call('/api/operator/run-views', { method: 'PUT', bearer, body: { name, find } })).json.views;

it('OPS-03: a saved view is kept with the account on every device, and is nobody else’s', async () => {
  const [olu, ada] = [await givenOperator('olu-views@example.com'), await givenOperator('ada-views@example.com')];
  await save(olu, 'Market launch', 'kind=course');
  await save(olu, 'Imports', 'kind=import');
  expect(await save(olu, ' Market launch ', 'kind=course&status=failed')).toEqual([
    { name: 'Market launch', find: 'kind=course&status=failed' },
    { name: 'Imports', find: 'kind=import' },
  ]);
  const listed = async (person: Person) => (await api.call('/api/operator/run-views', { bearer: person.accessToken })).json.views;
  expect([await listed(ada), (await listed(olu)).length]).toEqual([[], 2]);
  expect(await save(olu, 'Market launch', null)).toEqual([{ name: 'Imports', find: 'kind=import' }]);
});

it('OPS-03: of too many views the oldest goes', async () => {
  const person = await givenOperator('many-views@example.com');
  for (let n = 0; n <= MOST_VIEWS; n += 1) await save(person, `View ${n}`, `q=${n}`);
  const views: { name: string }[] = await save(person, 'View 1', 'q=again');
  expect([views.length, views[0]!.name, views.at(-1)!.name]).toEqual([MOST_VIEWS, 'View 1', `View ${MOST_VIEWS}`]);
});
