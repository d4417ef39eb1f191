import type { Knex } from 'knex';
import * as z from 'zod';
import { FORM_OPTIONS } from '#contract/generation/course-form.contract.ts';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { translateCourse, translateLesson, translationCost } from '#contract/translation/course-translation.contract.ts';
import { failureOf, knownSteps } from '#domain/platform/runs/known-steps.ts';
import { recordEvent } from '#domain/platform/runs/run-event.ts';
import { WITHHELD } from '#domain/platform/export-part.ts';
import { defineKind, type Order, type OrderedStep, type RunRef } from '#domain/platform/runs/run-kind.ts';
import { reopenSteps, type NewStep } from '#domain/platform/steps/step.commands.ts';
import { completeRun } from '#domain/platform/runs/complete-run.command.ts';
import { sql } from '#domain/platform/sql.ts';
import type { FailedAttempt } from '#domain/platform/steps/step.ts';
import type { Cause } from '#domain/vendors/llm/failure-cause.ts';
import type { Flaw } from '../check-translation.ts';

const requestSchema = z.object({
  course_id: z.uuid(),
  /** The version to translate. */
  version: z.int(),
  language: z.enum(FORM_OPTIONS.language_preference),
  /** Ids of the missing or changed lessons. */
  lessons: z.array(z.uuid()),
  /** Whether to translate the texts outside the lessons. */
  has_frame: z.boolean(),
  /** Whether to extract names and terms first. */
  has_names: z.boolean(),
  /**
   * Lessons that a stopped run has left translated, with the characters that a judge reads of each: they are only judged. Absent in orders of
   * older releases.
   */
  translated: z.optional(z.record(z.string(), z.int())),
});
export type CourseTranslationRequest = z.infer<typeof requestSchema>;

const MY_COURSES = 'select id from course where account_id = :me';

export const COURSE_TRANSLATION_KIND = 'course-translation';
/** Maximum number of lessons judged together, in as few calls as their texts need. */
const JUDGED_TOGETHER = 4;
/**
 * Number of groups that are translated at once. The next begins when the translations of the one this far before it have ended, so that
 * lessons are judged, and stay after a stop, while others are still to come.
 */
const GROUPS_AT_ONCE = 2;
/** Maximum characters per judge call, originals and translations together; they fit into a context of 8,192 tokens. */
const JUDGED_CHARACTERS = 16_000;

type Context = Pick<CourseTranslationRequest, 'lessons' | 'has_frame' | 'has_names' | 'translated'>;
interface Step extends OrderedStep {
  /** Flaws that the rules found in a translation, which was then not stored. */
  readonly flaw: Flaw | null;
  /** For a translated lesson: the number of characters that its judge reads. */
  readonly judged: number | null;
  /** For a judge: the lessons that it found unfaithful. */
  readonly poor: readonly string[] | null;
}

/** Input of one judge call: part of the texts of some lessons. */
export interface JudgedPart {
  readonly lessons: readonly string[];
  /** From 0; missing in steps that an older release began. */
  readonly part?: number;
  readonly parts?: number;
}

/** Keys of the judge's calls. */
export const judgeKeys = (judge: string, parts: number): readonly string[] =>
  Array.from({ length: parts }, (_, part) => (part === 0 ? judge : `${judge}.${part}`));

/** Groups of lessons that are judged together, with the number of each group. */
export const judgedTogether = (lessons: readonly string[]): readonly (readonly string[])[] =>
  Array.from({ length: Math.ceil(lessons.length / JUDGED_TOGETHER) }, (_, group) =>
    lessons.slice(group * JUDGED_TOGETHER).slice(0, JUDGED_TOGETHER),
  );

/** Causes by flaw, for a run whose lessons all failed the rules. */
const CAUSE_OF: Readonly<Record<Flaw, Cause>> = {
  structure: 'unreadable',
  marks: 'marks',
  refusal: 'declined',
  talk: 'about_itself',
  loop: 'loop',
  unfinished: 'cut_off',
  twin: 'unfit',
  untouched: 'other_language',
  length: 'unfit',
  numbers: 'unfit',
  language: 'other_language',
};

/** Returns the author and the flaws of an unfaithful second try. */
const unfaithfulTries = (steps: readonly Step[]): FailedAttempt[] =>
  steps.flatMap(({ key, service, flaw }) =>
    key.startsWith('again-') && flaw
      ? [{ service, code: 'translation.unfaithful', at: new Date().toISOString(), cause: CAUSE_OF[flaw] }]
      : [],
  );

/**
 * Extracts names first; then translates every lesson, and the texts outside the lessons. A lesson that fails the rules, or its group's
 * judge, is translated once more and judged again. The run then ends with the faithful lessons.
 */
function order({ lessons, has_frame, has_names, translated }: Context, steps: readonly Step[]): Order {
  const known = knownSteps(steps);
  const wanted: NewStep[] = [];
  const leftBy = new Map(Object.entries(translated ?? {}).map(([id, characters]) => [`lesson-${id}`, characters]));
  const isSound = (key: string) => leftBy.has(key) || (known.isDone(key) && !known.get(key)?.flaw);
  const isEnded = (key: string) => leftBy.has(key) || known.isEnded(key);
  const isPoor = (judges: readonly string[], id: string) => judges.some((judge) => known.get(judge)?.poor?.includes(id));
  /** Adds the steps that judge lessons with all their texts. */
  const judge = (name: string, ids: readonly string[], tried: string, label: string): readonly string[] => {
    if (ids.length === 0) return [];
    const characters = ids.reduce((sum, id) => sum + (leftBy.get(`${tried}-${id}`) ?? known.get(`${tried}-${id}`)?.judged ?? 0), 0);
    const keys = judgeKeys(name, Math.max(1, Math.ceil(characters / JUDGED_CHARACTERS)));
    keys.forEach((key, part) => {
      const payload: JudgedPart = { lessons: ids, part, parts: keys.length };
      wanted.push({ job: 'judge-translation', key, label, payload });
    });
    return keys;
  };
  const lost: (Step | undefined)[] = [];
  /** Number of lessons whose translation has not been ordered yet. */
  let waiting = lessons.length;
  if (has_names) wanted.push({ job: 'find-names', key: 'names' });
  if (!has_names || known.isEnded('names')) {
    if (has_frame) {
      wanted.push({ job: 'translate-frame', key: 'frame' });
      if (known.get('frame')?.flaw) wanted.push({ job: 'translate-frame', key: 'again-frame' });
    }
    const label = (id: string) => `lesson ${lessons.indexOf(id) + 1} of ${lessons.length}`;
    const translate = (id: string, key: string) =>
      wanted.push({ job: 'translate-lesson', key: `${key}-${id}`, itemId: id, label: label(id) });
    const groups = judgedTogether(lessons);
    const isTranslated = (group: readonly string[]) => group.every((id) => isEnded(`lesson-${id}`));
    const begun = groups.filter((_, number) => number < GROUPS_AT_ONCE || groups.slice(0, number - GROUPS_AT_ONCE + 1).every(isTranslated));
    waiting = groups.slice(begun.length).flat().length;
    begun.forEach((group, number) => {
      for (const id of group) if (!leftBy.has(`lesson-${id}`)) translate(id, 'lesson');
      if (!isTranslated(group)) return;
      const sound = group.filter((id) => isSound(`lesson-${id}`));
      const first = judge(`judge-${number}`, sound, 'lesson', label(group[0]!));
      if (!first.every(known.isEnded)) return;
      const again = group.filter((id) => known.get(`lesson-${id}`)?.flaw || isPoor(first, id));
      for (const id of again) translate(id, 'again');
      if (!again.every((id) => known.isEnded(`again-${id}`))) return;
      const better = again.filter((id) => isSound(`again-${id}`));
      const second = judge(`rejudge-${number}`, better, 'again', label(better[0] ?? group[0]!));
      const isJudged = (judges: readonly string[], id: string) => judges.every(known.isDone) && !isPoor(judges, id);
      const isFaithful = (id: string) =>
        again.includes(id) ? better.includes(id) && isJudged(second, id) : sound.includes(id) && isJudged(first, id);
      const causes = (id: string) => [`lesson-${id}`, ...first, `again-${id}`, ...second].map((key) => known.get(key));
      for (const id of group) if (!isFaithful(id)) lost.push(causes(id).find((step) => step?.state === 'failed'));
    });
  }
  const isOver = waiting === 0 && (!has_names || known.isEnded('names')) && wanted.every(({ key }) => known.isEnded(key));
  const hasNothing = lessons.length === 0 ? !isSound('frame') && !isSound('again-frame') : lost.length === lessons.length;
  const failed = lessons.length === 0 ? [known.get('frame'), known.get('again-frame')].filter((step) => step?.state === 'failed') : lost;
  const closing = known.get('close');
  const cause = closing?.state === 'failed' ? closing : failed.find((step) => step !== undefined);
  const isLost = closing?.state === 'failed' || (isOver && hasNothing);
  const done = wanted.filter(({ key }) => known.isEnded(key)).length;
  return {
    add: known.missing(isOver && !hasNothing ? [...wanted, { job: 'close-translation', key: 'close' }] : wanted),
    failed: !isLost ? null : cause ? failureOf(cause) : { code: 'translation.unfaithful', tried: unfaithfulTries(steps) },
    stage: 'translating',
    progress: 5 + Math.floor((90 * done) / Math.max(1, wanted.length + waiting)),
  };
}

/** Translates a course lesson by lesson. Lessons can be read as soon as they are judged faithful, and only those are charged. */
export const courseTranslationKind = defineKind<CourseTranslationRequest, Context, Step>({
  name: COURSE_TRANSLATION_KIND,
  request: requestSchema,
  owner: 'person',
  lane: 'interactive',
  stages: ['translating'],
  begins: { stage: 'translating', progress: 5, message: toSentence('The course is being translated.') },
  price: {
    orderedBy: [translateCourse, translateLesson],
    cost: ({ lessons }) => translationCost(lessons.length),
    quota: null,
    cause: (about) => toSentence('Translation: {about}', { about }),
  },
  source: {
    context: sql`jsonb_build_object('lessons', run.request->'lessons', 'has_frame', run.request->'has_frame', 'has_names', run.request->'has_names',
                                'translated', coalesce(run.request->'translated', '{}'))`,
    step: sql`jsonb_build_object('flaw', step.output->'flaw', 'judged', step.output->'judged', 'poor', step.output->'poor')`,
  },
  order,
  exported: [
    {
      file: 'course-translations',
      description: 'Languages your courses were translated into, and how names are said in them.',
      table: 'course_translation',
      condition: `t.course_id in (${MY_COURSES})`,
      columns: ['course_id language names frame frame_checked_at run_id made_at'],
      withheld: { frame_hash: WITHHELD.hash, solution: WITHHELD.answer },
      key: { course_id: 'uuid', language: 'text' },
    },
    {
      file: 'translated-lessons',
      description: 'Lessons of your courses in other languages.',
      table: 'lesson_translation',
      condition: `t.course_id in (${MY_COURSES})`,
      columns: ['course_id language lesson_id texts untranslated service judged_by self_judged verdict flaw checked_at run_id made_at'],
      withheld: { source_hash: WITHHELD.hash, answers: WITHHELD.answer },
      key: { course_id: 'uuid', language: 'text', lesson_id: 'uuid' },
      page: 50,
    },
  ],
  again: {
    completed: { by: translateCourse, makes: 'lessons that are missing or have changed since' },
    failed: { retry: 'Failed lessons; translated ones are kept.' },
    cancelled: { by: translateCourse, makes: 'the rest; faithful translations were kept and charged' },
  },
  retryNeeds: sql`exists (select from course where course.id = (run.request->>'course_id')::uuid)`,
  retryMessage: toSentence('The translation continues.'),
  noticeCourse: async (_, { request }) => (request as CourseTranslationRequest).course_id,
  hooks: { retried: tryAgain },
  /** Faithful lessons stay, and are charged. */
  async keep(trx, { id: runId, request }) {
    const delivered = await deliveredOf(trx, runId);
    if (delivered === 0) return false;
    await completeTranslation(trx, { runId, stopped: true, lessons: (request as CourseTranslationRequest).lessons.length });
    return true;
  },
});

/** Returns the number of lessons that a run has translated faithfully. */
async function deliveredOf(trx: Knex.Transaction, runId: string): Promise<number> {
  const row = await trx('lesson_translation').where({ run_id: runId, verdict: 'faithful' }).count({ n: 'lesson_id' }).first();
  return Number(row?.['n'] ?? 0);
}

/** Ends a run with the lessons it has translated faithfully, and charges for them. @param ended `lessons`: number of lessons ordered */
export async function completeTranslation(
  trx: Knex.Transaction,
  { runId, lessons, stopped = false }: { readonly runId: string; readonly lessons: number; readonly stopped?: boolean },
): Promise<void> {
  const ready = await deliveredOf(trx, runId);
  const share = (reserved: number) => (lessons === 0 ? 0 : Math.floor((reserved * ready) / lessons));
  if (lessons > 0)
    await recordEvent(
      trx,
      runId,
      'translation.ready',
      toSentence('{ready} of {n, plural, one {# lesson is} other {# lessons are}} ready.', { ready, n: lessons }),
    );
  await completeRun(trx, { runId, stopped, result: { lessons: ready, ordered: lessons }, share });
}

/** Lessons that were unfaithful twice are translated again when the run is retried. */
async function tryAgain(trx: Knex.Transaction, run: RunRef): Promise<void> {
  const keys: string[] = await trx('step').where({ run_id: run.id, state: 'completed' }).whereRaw(`key ~ '^(again|rejudge)-'`).pluck('key');
  await reopenSteps(trx, { runId: run.id, keys, states: ['completed'] });
}
