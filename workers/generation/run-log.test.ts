import { expect, it } from 'vitest';
import { SHORT, usePipeline } from './pipeline.factory.ts';

const { database, write, control } = usePipeline();

const logOf = (runId: string): Promise<{ event: string; text: string }[]> =>
  database.knex('run_event').where({ run_id: runId }).orderBy('id').select('event', 'text');
const count = (log: { event: string }[], name: string) => log.filter(({ event }) => event === name).length;

it('the log has every stage: outline, research, lessons, practice, check, end', async () => {
  const log = await logOf((await write(SHORT)).runId);
  for (const event of ['outline.ready', 'research.ready', 'run.completed']) expect(count(log, event), event).toBe(1);
  for (const event of ['lesson.ready', 'practice.ready', 'lesson.reviewed']) expect(count(log, event), event).toBe(3);
  expect(log.map(({ text }) => text)).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^\S+ wrote the quiz for lesson 1\.1\.$/),
      expect.stringMatching(/^\S+ checked lesson 3\.1\.$/),
    ]),
  );
});

it('names the result of a check, and whether practice is a quiz or exercises', async () => {
  await control('PUT', 'review', { revise_share: 1 });
  const log = await logOf((await write({ ...SHORT, assessment_type: 'no-assessment' })).runId);
  expect(log.filter(({ text }) => text.endsWith('and asked for a correction.'))).toHaveLength(3);
  expect(log.filter(({ text }) => text.includes('wrote the exercises for lesson'))).toHaveLength(3);
});

it('says when no other service could check', async () => {
  for (const service of ['openai', 'gemini', 'grok']) await control('PUT', 'faults', { service, mode: '500' });
  const log = await logOf((await write(SHORT)).runId);
  expect(count(log, 'lesson.not_reviewed')).toBe(3);
});
