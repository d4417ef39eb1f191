import type { Knex } from 'knex';
import * as z from 'zod';
import type { Service } from '#contract/platform/status.contract.ts';
import { SERVICES } from '#contract/platform/status.contract.ts';
import { SERVICE_NAMES } from '#domain/platform/service-names.ts';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { database } from '#domain/platform/database.ts';
import { promptsIn } from '#domain/platform/prompt-templates.ts';
import { completeStep } from '#domain/platform/runs/complete-step.ts';
import { declareAnswer, hinted } from '#domain/vendors/llm/answer-schema.ts';
import { askServices, type Work } from '#domain/vendors/llm/ask-services.ts';
import { authorshipOf, speaksAs } from '#domain/vendors/llm/voices.ts';
import { noTranslation } from '../translate-list.ts';
import { judgeKeys, type CourseTranslationRequest, type JudgedPart } from './course-translation.kind.ts';
import { pairsOf, textsOfLesson, withAnswers, type LessonTexts, type TranslatedAnswers } from './lesson-texts.ts';
import { codeOf, storeFailure } from './store-translation.ts';
import { courseOf, whereOf } from './translate-lesson.command.ts';

const render = promptsIn(new URL('../prompts/', import.meta.url));

const judgementSchema = declareAnswer(
  'fidelity',
  z.object({
    fidelity_verdicts: z
      .array(
        z.object({
          lesson: z.int(),
          problems: hinted(z.array(z.string().max(400)).max(8), { absent: [] }),
          is_faithful: z.boolean(),
        }),
      )
      .min(1)
      .max(40),
  }),
);
const JUDGEMENT_TOKENS = 4_000;
type Judging = Work<CourseTranslationRequest, JudgedPart>;

/**
 * Lets a service judge part of some lessons in one call: one that translated none of them, if there is one; otherwise the result notes that
 * the translator judged itself. Together the parts contain all texts of the lessons. A lesson is faithful when all its parts are; a lesson
 * unfaithful for the second time stays in the course's language.
 * @throws ProductError vendors.failed when no service could judge, in which case the lessons are not shown; StepLost; CallAborted
 */
export async function judgeTranslation(work: Judging): Promise<void> {
  const { step } = work;
  const isSecond = step.key.startsWith('rejudge-');
  const course = await courseOf(work);
  const all = new Map(course.modules.flatMap(({ lessons }) => lessons).map((lesson) => [lesson.lesson_id, textsOfLesson(lesson)]));
  const rows = await translationsOf(work);
  const judged = rows.flatMap((row) => {
    const source = all.get(row.lesson_id);
    return source && row.texts ? [{ ...row, source, texts: withAnswers(row.texts as LessonTexts, row.answers) }] : [];
  });
  const { part = 0, parts = 1 } = step.payload!;
  const pairs = partOf(
    judged.flatMap((one, lesson) =>
      pairsOf(one.source, one.texts).map(({ source: original, text: translation }) => ({ lesson, original, translation })),
    ),
    { part, parts },
  );
  const isHere = (place: number) => pairs.some(({ lesson }) => lesson === place);
  const authors = [...new Set(judged.map(({ service }) => service as Service))];
  const isAuthor = (service: Service) => authors.some((author) => speaksAs({ service: author, by: authorshipOf(author) })(service));
  const { value, ...answer } = await askServices(work, {
    prompt: (problems) => render('judge-translation', { wanted: { language: codeOf(step.request.language) }, pairs, problems }),
    purpose: 'translation-judgement',
    schema: judgementSchema,
    maxOutputTokens: JUDGEMENT_TOKENS,
    problemsOf: ({ fidelity_verdicts: verdicts }) =>
      judged.flatMap((_, place) =>
        !isHere(place) || verdicts.some(({ lesson }) => lesson === place) ? [] : [`lesson ${place} has no verdict`],
      ),
    failure: noTranslation,
    last: SERVICES.filter(isAuthor),
  });
  const verdictOf = (place: number) => value.fidelity_verdicts.filter(({ lesson }) => lesson === place && isHere(place));
  const outcomes = judged.map((one, place) => ({
    ...one,
    isHere: isHere(place),
    isFaithful: verdictOf(place).every((verdict) => verdict.is_faithful),
    problems: verdictOf(place).flatMap((verdict) => verdict.problems),
  }));
  const poor = outcomes.filter(({ isFaithful }) => !isFaithful);
  const message = toSentence(
    '{service} judged the translation of {n, plural, one {# lesson} other {# lessons}} and found {faithful} faithful.',
    {
      service: SERVICE_NAMES[answer.service],
      n: outcomes.filter((one) => one.isHere).length,
      faithful: outcomes.filter((one) => one.isHere && one.isFaithful).length,
    },
  );
  await completeStep(step, {
    output: { poor: poor.map(({ lesson_id: id }) => id), problems: Object.fromEntries(poor.map((one) => [one.lesson_id, one.problems])) },
    ...answer,
    event: { name: 'translation.judged', message },
    async also(trx) {
      const calls = await callsOf(trx, step, parts);
      // the last part to end decides
      if (calls.length < parts) return;
      const isPoor = (id: string) => calls.some(({ output }) => output.poor.includes(id));
      for (const { lesson_id, service, source } of outcomes) {
        const place = { ...whereOf(step.request), lesson_id };
        if (isPoor(lesson_id) && isSecond) {
          const known = await trx('lesson_translation')
            .where({ ...place, run_id: step.runId, verdict: 'unfaithful' })
            .first('lesson_id');
          // parts that end at the same time see each other as ended
          if (!known) await storeFailure(trx, { runId: step.runId, course, place: { ...place, service }, source, flaw: 'judged' });
          continue;
        }
        const isAuthorOf = speaksAs({ service: service as Service, by: authorshipOf(service as Service) });
        await trx('lesson_translation')
          .where(place)
          .update({
            verdict: isPoor(lesson_id) ? 'pending' : 'faithful',
            run_id: step.runId,
            judged_by: answer.service,
            self_judged: calls.some(({ service: by }) => isAuthorOf(by)),
          });
      }
    },
  });
}

/** Returns a judge's calls that have ended, including this one. */
const callsOf = (
  trx: Knex.Transaction,
  { runId, key }: Judging['step'],
  parts: number,
): Promise<{ service: Service; output: { poor: readonly string[] } }[]> =>
  trx('step')
    .where({ run_id: runId, state: 'completed' })
    .whereIn('key', [...judgeKeys(key.split('.')[0]!, parts)])
    .select('service', 'output');

/**
 * Cuts passages into this many parts of about equal length.
 * @returns one of the parts; one left empty by a long passage before it gets the first passage
 */
export function partOf<Passage extends { readonly original: string; readonly translation: string }>(
  passages: readonly Passage[],
  { part, parts }: { readonly part: number; readonly parts: number },
): Passage[] {
  const sizeOf = ({ original, translation }: Passage) => original.length + translation.length;
  const each = passages.reduce((sum, passage) => sum + sizeOf(passage), 0) / parts;
  let before = 0;
  const chosen = passages.filter((passage) => {
    const place = Math.min(parts - 1, Math.floor(before / Math.max(1, each)));
    before += sizeOf(passage);
    return place === part;
  });
  return chosen.length > 0 ? chosen : passages.slice(0, 1);
}

interface Stored {
  readonly lesson_id: string;
  readonly texts: unknown;
  readonly answers: TranslatedAnswers | null;
  readonly service: string;
}

/** Returns the lessons to judge, always in the same order, because a stored answer belongs to its prompt. */
async function translationsOf({ step }: Judging): Promise<Stored[]> {
  const { lessons } = step.payload!;
  const rows: Stored[] = await database()('lesson_translation')
    .where(whereOf(step.request))
    .whereIn('lesson_id', [...lessons])
    .select('lesson_id', 'texts', 'answers', 'service');
  return lessons.flatMap((id) => rows.find(({ lesson_id: lessonId }) => lessonId === id) ?? []);
}
