import { expect, it } from 'vitest';
import { SERVICES } from '#contract/platform/status.contract.ts';
import { useTestApi } from '#api/testing/test-api.ts';
import { config } from '#domain/platform/config.ts';

const api = useTestApi();

it('an operator sees which service is paused and why, and resumes it; this is audited and denied to others', async () => {
  const operator = await api.givenPerson('lanes-operator@example.com', { roles: ['operator'] });
  const learner = await api.givenPerson('lanes-learner@example.com');
  const { model } = config().vendors.gemini;
  const soon = new Date(Date.now() + 20_000);
  const paused = { request_level: 1, token_level: 1, failures: 4, open_until: soon, closed_until: soon };
  await api.database.knex('vendor_lane').insert([
    { service: 'gemini', model, ...paused },
    { service: 'gemini', model: 'a-voice', ...paused },
    { service: 'claude', model: 'a-writer', ...paused },
  ]);
  const read = (bearer: string) => api.call('/api/operator/services', { bearer });
  const open = (bearer: string, service: string) => api.call(`/api/operator/services/${service}/open`, { method: 'POST', bearer });

  expect((await read(learner.accessToken)).status).toBe(403);
  expect((await open(learner.accessToken, 'gemini')).status).toBe(403);
  const before = (await read(operator.accessToken)).json.services;
  expect(before.map(({ service }: { service: string }) => service)).toEqual([...SERVICES]);
  expect(before.find(({ service }: { service: string }) => service === 'gemini')).toMatchObject({
    model,
    newest_failure: null,
  });

  expect((await open(operator.accessToken, 'nobody')).status).toBe(400);
  expect(await open(operator.accessToken, 'gemini')).toMatchObject({ status: 200 });
  const lanes = await api.database
    .knex('vendor_lane')
    .orderBy(['service', 'model'])
    .select('model', 'open_until', 'closed_until', 'failures');
  expect(lanes).toEqual([
    { model: 'a-writer', open_until: soon, closed_until: soon, failures: 4 },
    { model: 'a-voice', open_until: null, closed_until: null, failures: 0 },
    { model, open_until: null, closed_until: null, failures: 0 },
  ]);
  expect(await api.database.knex('audit_entry').where({ action: 'service.open' })).toMatchObject([
    { actor: `account:${operator.userId}`, subject: 'service:gemini', detail: { models: ['a-voice', model] } },
  ]);
});
