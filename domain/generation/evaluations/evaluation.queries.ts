import type { Brief, Part, Verdict } from '#contract/operator/evaluation-plan.contract.ts';
import type { Evaluation, EvaluationReport, LessonText, Standing } from '#contract/operator/evaluations.contract.ts';
import { SERVICES, type RunStatus } from '#contract/platform/status.contract.ts';
import { config } from '#domain/platform/config.ts';
import { database } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import type { Row } from '#domain/platform/rows/table.ts';
import { empty, rowsOf, sql } from '#domain/platform/sql.ts';
import { isUuid, uuidFrom } from '#domain/platform/uuid.ts';
import { agreementOf, briefOutcomes, duelsOf, judgeFigures, pairOutcomes, scoresOf, winnerOfAll, type GivenVerdict } from './aggregate.ts';
import { powerOf } from './binomial.ts';
import { pairsOf } from './evaluation.kind.ts';
import { IS_FINISHED, type Evaluation as EvaluationModel, type EvaluationSample } from './evaluation.model.ts';
import { judgedText } from './verdict.commands.ts';
import type { Measures } from './measures.ts';
import { readMissing } from './write-missing.command.ts';

const LISTED = 100;
/** All persons together count as one judge. */
export const PEOPLE = 'people';

type EvaluationRow = Row<EvaluationModel> & {
  readonly status: RunStatus;
  readonly progress: number;
  readonly finished_at: Date | null;
  readonly calls: number;
  readonly spent: number;
  readonly unpriced: number;
  readonly brief_count: number;
  readonly additions: number;
  readonly is_sandbox: boolean;
  readonly lessons: number;
};

/** A comparison's briefs may hold a quarter of a megabyte, so the list has only their number. */
const LISTED_COLUMNS = sql`evaluation.run_id, evaluation.name, evaluation.language, evaluation.casts, evaluation.judges, evaluation.is_given,
  evaluation.estimate, evaluation.created_at, evaluation.applied_cast`;

async function evaluationRows(id: string | null): Promise<EvaluationRow[]> {
  return rowsOf<EvaluationRow>(
    database(),
    sql`select ${id === null ? LISTED_COLUMNS : sql`evaluation.*`}, jsonb_array_length(evaluation.briefs)::int as brief_count, coalesce((run.request->>'additions')::int, 0) as additions, coalesce((run.request->>'is_sandbox')::boolean, false) as is_sandbox,
               coalesce((run.request->>'lessons')::int, 1) as lessons,
               run.status, run.progress, run.finished_at, coalesce(cost.calls, 0)::int as calls,
               coalesce(cost.micro_usd, 0)::float8 as spent,
               (select count(*)::int from vendor_call call where call.run_id = run.id and call.outcome = 'ok' and call.cost_micro_usd is null) as unpriced
          from evaluation join run on run.id = evaluation.run_id left join run_cost cost on cost.run_id = run.id
         ${id === null ? empty : sql`where evaluation.run_id = ${id}`}
         order by evaluation.created_at desc, evaluation.run_id desc limit ${LISTED}`,
  );
}

async function evaluationRow(id: string): Promise<EvaluationRow> {
  const [row] = isUuid(id) ? await evaluationRows(id) : [];
  if (!row) throw notFound('comparison');
  return row;
}

const toWire = (row: EvaluationRow): Evaluation => ({
  evaluation_id: row.run_id,
  name: row.name,
  status: row.status,
  progress: row.progress,
  language: row.language,
  briefs: row.brief_count,
  lessons_in_a_row: row.lessons,
  casts: row.casts,
  judges: row.judges,
  is_given: row.is_given,
  estimate: row.estimate,
  finds: powerOf(row.brief_count),
  is_sandbox: row.is_sandbox,
  additions: row.additions,
  calls: row.calls,
  spent_micro_usd: Math.round(row.spent),
  unpriced_calls: row.unpriced,
  created_at: row.created_at.toISOString(),
  finished_at: row.finished_at?.toISOString() ?? null,
  applied_cast: row.applied_cast,
});

/** Returns the newest comparisons. */
export const listEvaluations = async (): Promise<Evaluation[]> => (await evaluationRows(null)).map(toWire);

/** Returns one comparison without its results. @throws ProductError not_found */
export const readSummary = async (id: string): Promise<Evaluation> => toWire(await evaluationRow(id));

/** Returns the services that can be asked, with the models they are connected with. */
export const connectedParts = (): Part[] =>
  SERVICES.filter((service) => config().vendors[service].apiKey !== '' && config().vendors[service].model !== '').map((service) => ({
    service,
    model: config().vendors[service].model,
  }));

interface VerdictRow {
  readonly brief: number;
  readonly first_cast: number;
  readonly second_cast: number;
  readonly judge: number | null;
  readonly account_id: string | null;
  readonly verdict: Verdict;
}

const judgeName = ({ judge }: Pick<VerdictRow, 'judge'>, judges: readonly Part[]): string =>
  judge === null ? PEOPLE : judges[judge] ? `${judges[judge].service} · ${judges[judge].model}` : String(judge);

/** Without the judges' reasons, which are as long as all lessons together. */
async function verdictsOf(id: string): Promise<VerdictRow[]> {
  return database()('evaluation_verdict')
    .where({ evaluation_id: id })
    .orderBy(['brief', 'first_cast', 'second_cast', 'judge', 'created_at'])
    .select('brief', 'first_cast', 'second_cast', 'judge', 'account_id', 'verdict');
}

interface SampleFigures {
  readonly id: string;
  readonly brief: number;
  readonly cast_place: number;
  readonly is_written: boolean;
  readonly is_finished: boolean;
  readonly has_failed: boolean;
  readonly verdict: 'accept' | 'revise' | null;
  readonly measures: Measures | null;
  readonly problems: number | null;
  readonly cost: number | null;
  readonly ms: number | null;
}

async function sampleFigures(id: string): Promise<SampleFigures[]> {
  return rowsOf<SampleFigures>(
    database(),
    sql`with spent as (
          select step.item_id, sum(call.cost_micro_usd)::float8 as cost, sum(call.ms)::float8 as ms
            from vendor_call call join step on step.id = call.step_id where call.run_id = ${id} and step.item_id is not null group by step.item_id),
        failed as (
          select distinct item_id from step where run_id = ${id} and state = 'failed' and job in ('draft-sample', 'write-sample'))
        select sample.id, sample.brief, sample.cast_place, sample.lesson is not null as is_written, ${IS_FINISHED} as is_finished, failed.item_id is not null as has_failed,
               sample.review->>'verdict' as verdict, sample.measures, sample.problems, spent.cost, spent.ms
          from evaluation_sample sample left join spent on spent.item_id = sample.id left join failed on failed.item_id = sample.id
         where sample.evaluation_id = ${id} order by sample.brief, sample.cast_place`,
  );
}

const average = (values: readonly (number | null | undefined)[]): number | null => {
  const known = values.filter((value): value is number => typeof value === 'number');
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
};

function countedOf(samples: readonly SampleFigures[]): Omit<Standing, 'wins' | 'losses' | 'ties' | 'score'> {
  const written = samples.filter(({ is_written }) => is_written);
  const measures = written.flatMap((sample) => sample.measures ?? []);
  const checked = written.filter(({ verdict }) => verdict !== null);
  const faults = [...new Set(measures.flatMap((one) => one.faults))];
  const sum = (of: (one: Measures) => number) => measures.reduce((all, one) => all + of(one), 0);
  return {
    written: written.length,
    failed: samples.filter(({ has_failed }) => has_failed).length,
    problems: average(written.map(({ problems }) => problems)),
    corrected: checked.length === 0 ? null : checked.filter(({ verdict }) => verdict === 'revise').length / checked.length,
    words: average(measures.map(({ words }) => words)),
    reading_level: average(measures.map(({ reading_level: level }) => level)),
    seconds: average(written.map(({ ms }) => (ms === null ? null : ms / 1_000))),
    micro_usd: average(written.map(({ cost }) => cost)),
    citations: { held: sum(({ citations }) => citations.held), all: sum(({ citations }) => citations.all) },
    questions: { sound: sum(({ questions }) => questions.sound), all: sum(({ questions }) => questions.all) },
    found: faults
      .map((fault) => ({ fault, lessons: measures.filter((one) => one.faults.includes(fault)).length }))
      .toSorted((one, other) => other.lessons - one.lessons),
  };
}

/** Returns a comparison with its results so far. @throws ProductError not_found */
export async function readEvaluation(id: string, accountId: string | null): Promise<EvaluationReport> {
  const row = await evaluationRow(id);
  const [samples, stored, missing] = await Promise.all([sampleFigures(row.run_id), verdictsOf(row.run_id), readMissing(row.run_id)]);
  const verdicts = stored.map((one): GivenVerdict => ({
    brief: one.brief,
    first: one.first_cast,
    second: one.second_cast,
    judge: judgeName(one, row.judges),
    isPerson: one.judge === null,
    verdict: one.verdict,
  }));
  const judges = judgeFigures(verdicts);
  const outcomes = pairOutcomes(verdicts, judges);
  const casts = row.casts.length;
  const byBrief = briefOutcomes(outcomes);
  const duels = duelsOf(outcomes, casts);
  return {
    evaluation: toWire(row),
    missing,
    standings: scoresOf(outcomes, casts).map((score, cast) => ({
      ...countedOf(samples.filter(({ cast_place: place }) => place === cast)),
      ...score,
    })),
    judges,
    agreement: agreementOf(outcomes),
    winner: winnerOfAll(duels, casts),
    duels,
    by_brief: row.briefs.map(({ topic, difficulty }, brief) => ({
      topic,
      difficulty,
      outcomes: byBrief
        .filter((one) => one.brief === brief)
        .toSorted((a, b) => a.one - b.one || a.other - b.other)
        .map(({ one, other, winner, judges: number }) => ({ one, other, winner, judges: number })),
      missing: samples.filter((sample) => sample.brief === brief && !sample.is_written).map(({ cast_place: place }) => place),
    })),
    left_to_judge: openPairs(samples, stored, casts, accountId).length,
  };
}

/** Returns the pairs of finished lessons that no person has judged, in a fixed order. */
function openPairs(
  samples: readonly Pick<SampleFigures, 'id' | 'brief' | 'cast_place' | 'is_finished'>[],
  verdicts: readonly VerdictRow[],
  casts: number,
  accountId: string | null,
): (readonly [string, string])[] {
  const own = new Set(
    verdicts
      .filter((one) => accountId !== null && one.account_id === accountId)
      .map((one) => `${one.brief}:${Math.min(one.first_cast, one.second_cast)}:${Math.max(one.first_cast, one.second_cast)}`),
  );
  const byPlace = new Map(samples.filter((one) => one.is_finished).map((one) => [`${one.brief}:${one.cast_place}`, one.id]));
  const briefs = [...new Set(samples.map(({ brief }) => brief))];
  return briefs.flatMap((brief) =>
    pairsOf(casts).flatMap(([one, other]) => {
      const [first, second] = [byPlace.get(`${brief}:${one}`), byPlace.get(`${brief}:${other}`)];
      if (!first || !second || own.has(`${brief}:${one}:${other}`)) return [];
      // stable between requests, and reversed half of the time
      const isTurned = Number.parseInt(uuidFrom(`${first}/${second}/${accountId ?? ''}`).slice(0, 2), 16) % 2 === 1;
      return [isTurned ? ([second, first] as const) : ([first, second] as const)];
    }),
  );
}

interface BlindPair {
  readonly pair: {
    readonly topic: string;
    readonly first: { readonly lesson_id: string; readonly text: LessonText };
    readonly second: { readonly lesson_id: string; readonly text: LessonText };
  } | null;
  readonly left: number;
}

/** Returns the next pair that no person has judged, without its authors. @throws ProductError not_found */
export async function readBlindPair(id: string, accountId: string): Promise<BlindPair> {
  const row = await evaluationRow(id);
  const [samples, verdicts] = await Promise.all([sampleFigures(row.run_id), verdictsOf(row.run_id)]);
  const open = openPairs(samples, verdicts, row.casts.length, accountId);
  const [next] = open;
  if (!next) return { pair: null, left: 0 };
  const rows: Row<EvaluationSample>[] = await database()('evaluation_sample')
    .whereIn('id', [...next])
    .select();
  const [first, second] = next.map((sampleId) => {
    const sample = rows.find((one) => one.id === sampleId)!;
    return { lesson_id: sampleId, text: textOf(sample)! };
  });
  const { brief } = rows[0]!;
  return { pair: { topic: row.briefs[brief]!.topic, first: first!, second: second! }, left: open.length };
}

const textOf = ({ lesson, corrected, questions }: Pick<EvaluationSample, 'lesson' | 'corrected' | 'questions'>): LessonText | null => {
  const text = corrected ?? lesson;
  return text && judgedText(text, questions ?? []);
};

/** Returns the lessons of one brief with their verdicts. @throws ProductError not_found */
export async function readEvaluatedBrief(id: string, number: number) {
  const row = await evaluationRow(id);
  const brief: Brief | undefined = row.briefs[number];
  if (!brief) throw notFound('brief');
  const [samples, figures, verdicts] = await Promise.all([
    database()('evaluation_sample')
      .where({ evaluation_id: row.run_id, brief: number })
      .orderBy('cast_place')
      .select('id', 'cast_place', 'lesson', 'corrected', 'questions', 'measures'),
    sampleFigures(row.run_id),
    database()('evaluation_verdict')
      .where({ evaluation_id: row.run_id, brief: number })
      .orderBy(['first_cast', 'second_cast', 'judge', 'created_at'])
      .select('judge', 'first_cast', 'second_cast', 'verdict', 'reasons'),
  ]);
  return {
    brief,
    lessons: samples.map((sample) => {
      const cost = figures.find(({ id: own }) => own === sample.id)?.cost ?? null;
      return {
        cast: sample.cast_place,
        text: textOf(sample),
        faults: [...(sample.measures?.faults ?? [])],
        words: sample.measures?.words ?? null,
        reading_level: sample.measures?.reading_level ?? null,
        micro_usd: cost === null ? null : Math.round(cost),
      };
    }),
    verdicts: verdicts.map((one) => ({
      judge: judgeName(one, row.judges),
      first: one.first_cast,
      second: one.second_cast,
      verdict: one.verdict,
      reasons: one.reasons,
    })),
  };
}
