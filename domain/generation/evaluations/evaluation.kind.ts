import * as z from 'zod';
import { actOnEvaluation } from '#contract/operator/evaluations.contract.ts';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { config } from '#domain/platform/config.ts';
import { failureOf, knownSteps, type KnownSteps } from '#domain/platform/runs/known-steps.ts';
import { defineKind, type Order, type OrderedStep } from '#domain/platform/runs/run-kind.ts';
import { sql } from '#domain/platform/sql.ts';
import type { NewStep } from '#domain/platform/steps/step.commands.ts';
import { uuidFrom } from '#domain/platform/uuid.ts';

/** The numbers of casts, briefs and judges; the evaluation's row has the details. */
const requestSchema = z.object({
  briefs: z.int(),
  casts: z.int(),
  judges: z.int(),
  is_given: z.boolean(),
  /** How often briefs were added after completion. */
  additions: z.int().default(0),
  /** Number of lessons of its outline that a sample has. */
  lessons: z.int().default(1),
  /** The sandbox answered for the services when the comparison began. */
  is_sandbox: z.boolean().default(false),
});
export type EvaluationRequest = z.infer<typeof requestSchema>;

export const EVALUATION_KIND = 'evaluation';
/** Key of the step that completes it, also after briefs were added. */
export const CLOSING = 'close';
/** Concurrent steps; further ones wait for the same services. */
const AT_ONCE = 24;

interface Context extends EvaluationRequest {
  readonly id: string;
}
interface Step extends OrderedStep {
  /** The verdict, for a check. */
  readonly verdict: string | null;
}

/** The payloads of steps that write a sample and of steps that judge a pair. */
export type BriefPayload = { readonly brief: number };
/** `lesson`: index among the sample's lessons, for the step that writes one. */
export type SamplePayload = { readonly brief: number; readonly cast: number; readonly lesson?: number };
export type PairPayload = { readonly brief: number; readonly first: number; readonly second: number; readonly judge: number };

export const sampleIdOf = (evaluationId: string, brief: number, cast: number): string => uuidFrom(`${evaluationId}/${brief}/${cast}`);

/** Tells whether the sandbox answers for the services. */
export const answersFromSandbox = (): boolean => config().aiMode === 'sandbox';

/** Key of the step that researches a brief, for all of its samples. */
export const researchKey = (brief: number): string => `research:${brief}`;

const range = (count: number): number[] => Array.from({ length: count }, (_, at) => at);

/** The pairs of casts, each in one order. */
export const pairsOf = (casts: number): (readonly [number, number])[] =>
  range(casts).flatMap((one) => range(casts).flatMap((other) => (one < other ? [[one, other] as const] : [])));

/** The parts missing from a comparison because calls have failed. */
export interface Missing {
  /** Keys of the steps that have failed. */
  readonly keys: readonly string[];
  /** `isFromOutline`: its outline is missing too. */
  readonly samples: readonly { readonly brief: number; readonly cast: number; readonly isFromOutline: boolean }[];
  /** Number of models' verdicts that have failed or concern missing lessons. */
  readonly verdicts: number;
}

interface Sample {
  /** The next step; undefined: none, or it is in progress. */
  readonly next?: NewStep;
  readonly state: 'open' | 'written' | 'failed';
}

/** Returns the next steps of a sample. It continues without failed questions or a failed check, but not without a text. */
function sampleOf(known: KnownSteps<Step>, { id, is_given, lessons }: Context, { brief, cast }: SamplePayload): Sample {
  if (is_given) return { state: 'written' };
  const open = (job: NewStep['job'], key: string, lesson?: number): Sample => ({
    state: 'open',
    ...(known.isMissing(key) && {
      next: {
        job,
        key,
        itemId: sampleIdOf(id, brief, cast),
        label: `brief ${brief + 1}, cast ${cast + 1}`,
        payload: { brief, cast, ...(lesson !== undefined && { lesson }) } satisfies SamplePayload,
      },
    }),
  });
  const [outline, lesson, practice, check, correct] = ['outline', 'lesson', 'practice', 'review', 'correct'].map(
    (role) => `${role}:${brief}:${cast}`,
  ) as [string, string, string, string, string];
  if (!known.isEnded(outline)) return open('draft-sample', outline);
  if (!known.isDone(outline)) return { state: 'failed' };
  // as in a course, lessons wait for the research, and are written without it if it fails
  if (!known.isEnded(lesson) && !known.isEnded(researchKey(brief))) return { state: 'open' };
  if (!known.isEnded(lesson)) return open('write-sample', lesson);
  if (!known.isDone(lesson)) return { state: 'failed' };
  // a later lesson that its author cannot write is missing from the sample
  const next = range(lessons ?? 1).find((at) => at > 0 && !known.isEnded(`${lesson}:${at}`));
  if (next !== undefined) return open('write-sample', `${lesson}:${next}`, next);
  if (!known.isEnded(practice)) return open('question-sample', practice);
  if (!known.isEnded(check)) return open('review-sample', check);
  if (known.get(check)?.verdict === 'revise' && !known.isEnded(correct)) return open('correct-sample', correct);
  return { state: 'written' };
}

/** Number of steps that every sample has. */
const SURE_STEPS = 4;

function order(context: Context, steps: readonly Step[]): Order {
  const known = knownSteps(steps);
  const { briefs, casts, judges, is_given: isGiven } = context;
  const wanted: NewStep[] = [];
  let isOver = true;
  let written = 0;
  for (const brief of range(briefs)) {
    const isWaitedFor = !isGiven && range(casts).some((cast) => !known.isEnded(`lesson:${brief}:${cast}`));
    if (isWaitedFor) {
      const key = researchKey(brief);
      wanted.push(
        ...known.missing([{ job: 'research-brief', key, label: `brief ${brief + 1}`, payload: { brief } satisfies BriefPayload }]),
      );
      if (!known.isEnded(key)) isOver = false;
    }
    const samples = range(casts).map((cast) => sampleOf(known, context, { brief, cast }));
    wanted.push(...samples.flatMap(({ next }) => next ?? []));
    written += samples.filter(({ state }) => state === 'written').length;
    if (samples.some(({ state }) => state === 'open')) isOver = false;
    for (const [one, other] of pairsOf(casts)) {
      if (samples[one]!.state !== 'written' || samples[other]!.state !== 'written') continue;
      for (const judge of range(judges))
        for (const [first, second] of [
          [one, other],
          [other, one],
        ] as const) {
          const key = `judge:${brief}:${first}-${second}:${judge}`;
          if (!known.isEnded(key)) isOver = false;
          if (!known.isMissing(key)) continue;
          const label = `brief ${brief + 1}, ${first + 1} and ${second + 1}`;
          wanted.push({ job: 'judge-pair', key, label, payload: { brief, first, second, judge } satisfies PairPayload });
        }
    }
  }
  const live = steps.filter(({ state }) => state === 'queued' || state === 'running').length;
  const ended = steps.filter(({ state }) => state === 'completed' || state === 'failed').length;
  const expected =
    (isGiven ? 0 : briefs * (1 + casts * (SURE_STEPS + (context.lessons ?? 1) - 1))) + briefs * pairsOf(casts).length * judges * 2;
  const closing = known.get(CLOSING);
  const failed =
    closing?.state === 'failed' ? closing : isOver && written === 0 ? steps.find(({ state }) => state === 'failed') : undefined;
  return {
    add: isOver ? known.missing([{ job: 'close-evaluation', key: CLOSING }]) : wanted.slice(0, Math.max(0, AT_ONCE - live)),
    stage: isGiven || written === briefs * casts ? 'judging' : 'writing',
    progress: Math.min(99, 1 + Math.floor((98 * ended) / Math.max(1, expected))),
    failed: failed ? failureOf(failed) : null,
  };
}

/** Compares models: every cast writes each brief, and every two texts on a brief are judged, in both orders. */
export const evaluationKind = defineKind<EvaluationRequest, Context, Step>({
  name: EVALUATION_KIND,
  request: requestSchema,
  owner: 'installation',
  lane: 'batch',
  stages: ['writing', 'judging'],
  begins: { stage: 'writing', progress: 1, message: toSentence('The comparison has started.') },
  price: 'free',
  source: {
    context: sql`run.request || jsonb_build_object('id', run.id)`,
    step: sql`jsonb_build_object('verdict', case when step.job = 'review-sample' then step.output->>'verdict' end)`,
  },
  order,
  exported: [],
  again: {
    completed: { by: actOnEvaluation, makes: 'missing lessons and verdicts (`write_missing`), at a price shown beforehand' },
    failed: { retry: 'Failed parts; existing lessons and verdicts are kept.' },
    cancelled: { nothing: 'A stopped comparison names no winner. What was written can still be read.' },
  },
  reasons: { 'vendors.failed': toSentence('None of the models could write a lesson.') },
  retryMessage: toSentence('The missing parts of the comparison are being created.'),
  // the cost of its calls is part of its result
  keepsDetails: sql`true`,
});
