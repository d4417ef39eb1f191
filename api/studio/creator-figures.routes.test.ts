import { beforeAll, expect, it } from 'vitest';
import { useTestApi, type Person } from '#api/testing/test-api.ts';
const api = useTestApi();
let carla: Person;
beforeAll(async () => {
  carla = await api.givenPerson('carla@example.com');
});
const figures = (path: string, bearer = carla.accessToken) => api.call(`/api/creator/${path}`, { bearer });

it('CRE-03 CRE-04 the stats of a creator without sales are zeros; a failed call is a problem, never zeros', async () => {
  expect(await figures('stats')).toMatchObject({ status: 200, json: { total_revenue: 0, total_students: 0, has_samples: false } });
  expect(await figures('stats', 'nobody')).toMatchObject({ status: 401, json: { code: 'auth.token_invalid' } });
});

it('CRE-11 CRE-12 the analytics name twelve months up to this one', async () => {
  const { months } = (await figures('analytics')).json;
  expect([months.length, months.at(-1)]).toEqual([12, new Date().toISOString().slice(0, 7)]);
  for (const months of ['0', '37', '1.5', 'all'])
    expect(await figures(`analytics?months=${months}`)).toMatchObject({ status: 400, json: { errors: [{ path: 'months' }] } });
});
