import { randomUUID } from 'node:crypto';
import { EVALUATION_LIMITS, type Cast, type Part } from '#contract/operator/evaluation-plan.contract.ts';
import { LESSON_CHARACTERS } from '#contract/courses/lesson-limits.ts';
import { EVALUATION_KIND, sampleIdOf } from '#domain/generation/evaluations/evaluation.kind.ts';
import { config } from '#domain/platform/config.ts';
import { words, type Owner, type State } from './state.ts';

const { briefs: BRIEFS, casts: CASTS, judges: JUDGES } = EVALUATION_LIMITS;
const range = (count: number): number[] => Array.from({ length: count }, (_, at) => at);

/** As many models as needed, of a service that can be called. */
const part = (model: string): Part => ({ service: 'claude', model: config().vendors.claude.model + model });
const cast = (at: number): Cast => ({
  name: `Cast ${at}`,
  roles: { outline: part(`-o${at}`), lesson: part(`-l${at}`), practice: part(`-p${at}`), review: part(`-r${at}`) },
});
// evaluated when needed, once the configuration is known
const casts = () => range(CASTS.most).map(cast);
const judges = () => range(JUDGES).map((at): Part => ({ service: 'openai', model: `${config().vendors.openai.model}-j${at}` }));

/** Creates a comparison with the maximum number of briefs and casts, and lessons of maximum length. @param isOver whether it has ended */
async function largestEvaluation({ knex, accountId }: Owner, isOver: boolean, briefs: number = BRIEFS.most): Promise<string> {
  const id = randomUUID();
  const state = isOver ? { status: 'completed', finished_at: new Date() } : { status: 'running' };
  const request = { briefs, casts: CASTS.most, judges: JUDGES, is_given: false, additions: 0, lessons: 1, is_sandbox: false };
  await knex('run').insert({
    id,
    kind: EVALUATION_KIND,
    lane: 'batch',
    request: JSON.stringify(request),
    request_id: id,
    subject: words(EVALUATION_LIMITS.name),
    tokens_reserved: 0,
    ...state,
  } as never);
  const brief = { topic: words(EVALUATION_LIMITS.topic), difficulty: 'beginner', passage: words(EVALUATION_LIMITS.passage) };
  await knex('evaluation').insert({
    run_id: id,
    name: words(EVALUATION_LIMITS.name),
    language: 'english',
    briefs: JSON.stringify(range(briefs).map(() => brief)),
    casts: JSON.stringify(casts()),
    judges: JSON.stringify(judges()),
    estimate: JSON.stringify({ calls: 1, tokens_in: 1, tokens_out: 1, micro_usd: 1, unpriced: [], basis: 'presumed' }),
    created_by: accountId,
  });
  const lesson = {
    title: words(100),
    content: words(LESSON_CHARACTERS),
    objectives: ['See'],
    key_takeaways: range(12).map(() => words(200)),
  };
  const samples = range(briefs).flatMap((number) =>
    range(CASTS.most).map((place) => ({
      id: sampleIdOf(id, number, place),
      evaluation_id: id,
      brief: number,
      cast_place: place,
      lesson: JSON.stringify(lesson),
    })),
  );
  await knex.batchInsert('evaluation_sample', samples as never, 20);
  return id;
}

const over: State = async (owner) => ({ evaluation_id: await largestEvaluation(owner, true), number: '0' });
/** An order that costs more than was accepted is refused before the rest of it is read. */
const accepted_micro_usd = 2_000_000_000;
const half = BRIEFS.most / 2;
const continued: State = async (owner) => {
  const brief = { topic: words(EVALUATION_LIMITS.topic), difficulty: 'beginner', passage: words(EVALUATION_LIMITS.passage) };
  return {
    evaluation_id: await largestEvaluation(owner, true, half),
    after: half,
    briefs: range(half).map(() => brief),
    accepted_micro_usd,
  };
};
const planned: State = async () => ({ casts: casts(), judges: judges(), language: 'english', accepted_micro_usd });

/** What must exist for operations on comparisons of models to be accepted. */
export const EVALUATION_STATES: Readonly<Record<string, State>> = {
  estimateEvaluation: planned,
  startEvaluation: planned,
  estimateMoreBriefs: continued,
  addBriefs: continued,
  listEvaluations: over,
  readEvaluation: over,
  readEvaluatedBrief: over,
  readBlindPair: over,
  judgePair: async (owner) => {
    const id = await largestEvaluation(owner, true);
    return { evaluation_id: id, first_id: sampleIdOf(id, 0, 0), second_id: sampleIdOf(id, 0, 1), verdict: 'first' };
  },
  actOnEvaluation: async (owner) => ({ evaluation_id: await largestEvaluation(owner, true), act: 'make_default', cast: 0 }),
};
