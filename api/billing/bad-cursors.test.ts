import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApi, type Person } from '#api/testing/test-api.ts';
import { givenOrganisation } from '#domain/organisations/organisation.factory.ts';

const api = useTestApi();
let person: Person;

beforeAll(async () => {
  person = await api.givenPerson('operator@example.com', { roles: ['learner', 'operator'] });
  await givenOrganisation({ owner: { id: person.userId, email: person.email } });
});

describe('an invalid cursor', () => {
  it.each([
    ['/api/subscription/invoices', 'cursor'],
    ['/api/usage/movements', 'cursor'],
    ['/api/operator/billing-alarms', 'cursor'],
    ['/api/operator/sales-messages', 'cursor'],
    ['/api/organisation/people', 'cursor'],
    ['/api/generate-course/runs', 'after'],
    ['/api/courses/{user_id}', 'after'],
  ])('of %s is refused at the parameter that contains it, %s', async (path, name) => {
    const { status, json } = await api.call(`${path.replace('{user_id}', person.userId)}?${name}=made-up`, { bearer: person.accessToken });
    expect([status, json.errors]).toEqual([400, [{ path: name, message: expect.stringMatching(/^Must be/) }]]);
  });
});
