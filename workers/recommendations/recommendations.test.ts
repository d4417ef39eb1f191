import { randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import type { BodyOf } from '#contract/platform/endpoint.ts';
import type { recommendCourses } from '#contract/recommendations/recommendations.contract.ts';
import { givenCourse, givenOwner } from '#domain/courses/content/course.factory.ts';
import { readRecommendations } from '#domain/recommendations/recommendations.queries.ts';
import { startRecommendations } from '#domain/recommendations/recommendation.commands.ts';
import { callsSettled } from '#domain/vendors/llm/call.commands.ts';
import { usePipeline } from '#workers/generation/pipeline.factory.ts';

const { database, control } = usePipeline();
type Asked = BodyOf<typeof recommendCourses>;

async function recommend(accountId: string, changes: Partial<Asked> = {}) {
  const options: Asked = {
    user_context: { industry_focus: 'science', age: 34 },
    recommendation_count: 6,
    include_insights: true,
    language: 'english',
    ...changes,
  };
  const runId = await startRecommendations({ accountId, requestId: randomUUID(), options });
  await vi.waitUntil(
    async () => ['completed', 'failed'].includes((await database.knex('run').where({ id: runId }).first('status'))!.status),
    {
      timeout: 60_000,
      interval: 20,
    },
  );
  return { runId, ...(await readRecommendations(accountId)) };
}
async function callsOf(runId: string) {
  // a call is recorded concurrently with the work that its answer starts
  await callsSettled();
  return database.knex('vendor_call').where({ run_id: runId });
}

describe('course recommendations', () => {
  it('REC-01 REC-03 are six, each with its reason, without ratings, with insights; stored, and free', async () => {
    const accountId = await givenOwner({ tokens: 0 });
    const { recommendations, insights, created_at, run, runId } = await recommend(accountId);
    expect(run).toBeNull();
    expect(created_at).not.toBeNull();
    expect(recommendations).toHaveLength(6);
    expect(new Set(recommendations.map(({ title }) => title)).size).toBe(6);
    for (const one of recommendations) {
      expect(one).toEqual({
        id: expect.any(String),
        title: expect.any(String),
        difficulty: expect.any(String),
        duration: expect.any(String),
        rating: null,
        reason: expect.stringMatching(/.{10}/),
        learning_goals: expect.any(String),
        estimated_hours: expect.any(Number),
        ai_components: [],
        personalization_score: expect.any(Number),
      });
    }
    expect(insights[0]).toContain('science');
    expect(await database.knex('run').where({ id: runId }).first('tokens_charged')).toEqual({ tokens_charged: 0 });
    expect(await callsOf(runId)).toHaveLength(1);
  });

  it('never repeat the learner’s own courses', async () => {
    const accountId = await givenOwner();
    const first = await recommend(accountId);
    for (const { title } of first.recommendations.slice(0, 3)) await givenCourse(accountId, { document: { title } });
    const second = await recommend(accountId);
    const had = first.recommendations.slice(0, 3).map(({ title }) => title);
    expect(second.recommendations.filter(({ title }) => had.includes(title))).toEqual([]);
  });

  it('requested five times concurrently are one run and one call', async () => {
    const accountId = await givenOwner();
    const all = await Promise.all(Array.from({ length: 5 }, () => recommend(accountId)));
    expect(new Set(all.map(({ runId }) => runId)).size).toBe(1);
    expect(await callsOf(all[0]!.runId)).toHaveLength(1);
  });

  it('come from another service if one fails, and fail with a message if none can; the last ones stay', async () => {
    const accountId = await givenOwner();
    await control('PUT', 'faults', { service: 'claude', mode: '500' });
    await control('PUT', 'faults', { service: 'openai', mode: '500' });
    const made = await recommend(accountId);
    expect(made.recommendations).toHaveLength(6);
    for (const service of ['claude', 'openai', 'gemini', 'grok']) await control('PUT', 'faults', { service, mode: '500' });
    const failed = await recommend(accountId);
    expect(failed).toMatchObject({ run: { status: 'failed' }, recommendations: made.recommendations });
  });
});
