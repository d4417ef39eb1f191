import { beforeAll, expect, it } from 'vitest';
import { useTestApi, type Person } from '#api/testing/test-api.ts';
import { givenStartedRun, playOutline, playRest, playWriting } from '#domain/generation/runs/run.factory.ts';

const api = useTestApi();
let ada: Person;
beforeAll(async () => {
  ada = await api.givenPerson('reads-now@example.com');
});
const get = (address: string) => api.call(address, { bearer: ada.accessToken });

it('a readable lesson reports its missing parts, like the status', async () => {
  const runId = await givenStartedRun(ada.userId);
  const [lesson] = await playOutline(runId);
  const reading = () => get(`/api/generate-course/${runId}/lessons/${lesson}`);
  const awaitsOf = async () => {
    const { json } = await get(`/api/generate-course/status/${runId}`);
    const item = json.items.find(({ id }: { id: string }) => id === lesson);
    return [item.readable, item.awaits ?? null];
  };
  expect((await reading()).status).toBe(404);
  expect(await awaitsOf()).toEqual([false, null]);

  await playWriting(runId, lesson!);
  expect((await reading()).json).toMatchObject({ awaits: 'practice', lesson: { reviewed_by: null } });
  expect(await awaitsOf()).toEqual([true, 'practice']);

  await playRest(runId, lesson!);
  expect((await reading()).json).toMatchObject({ awaits: null, lesson: { reviewed_by: expect.any(String) } });
  expect(await awaitsOf()).toEqual([true, null]);
});

it('a lesson of a run is read by its owner only', async () => {
  const runId = await givenStartedRun(ada.userId);
  const [lesson] = await playOutline(runId);
  await playWriting(runId, lesson!);
  const address = `/api/generate-course/${runId}/lessons/${lesson}`;
  expect((await get(address)).status).toBe(200);
  expect((await get(`/api/generate-course/${runId}/lessons/0_0`)).status).toBe(404);
  const stranger = await api.givenPerson('reads-what-is-not-theirs@example.com');
  expect((await api.call(address, { bearer: stranger.accessToken })).status).toBe(404);
});

it('a stopped run has no pending parts', async () => {
  const runId = await givenStartedRun(ada.userId);
  const [lesson] = await playOutline(runId);
  await playWriting(runId, lesson!);
  await api.call(`/api/generate-course/${runId}`, { method: 'DELETE', bearer: ada.accessToken });
  expect((await get(`/api/generate-course/${runId}/lessons/${lesson}`)).json.awaits).toBeNull();
});
