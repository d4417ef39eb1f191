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
import type { Pair } from '../check-translation.ts';
import { noTranslation } from '../translate-list.ts';
import type { CourseTranslationRequest } from './course-translation.kind.ts';
import { lessonIn, allProseOf, textsOfLesson, type LessonTexts } from './lesson-texts.ts';
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
/** Characters of a lesson that its judge sees, of the original and the translation together: four lessons fit a context of 8,192 tokens. */
const JUDGED_CHARACTERS = 4_000;

/**
 * Has some lessons judged in one call, by a service that translated none of them where there is one. Who judges its own translations is said to
 * have done so. A lesson that is unfaithful for the second time stays in the course's language.
 * @throws ProductError vendors.failed when no service could: what nobody has judged is not shown; StepLost; CallAborted
 */
export async function judgeTranslation(work: Work<CourseTranslationRequest, { readonly lessons: readonly string[] }>): Promise<void> {
  const { step } = work;
  const isSecond = step.key.startsWith('rejudge-');
  const course = await courseOf(work);
  const all = new Map(course.modules.flatMap(({ lessons }) => lessons).map((lesson) => [lesson.lesson_id, textsOfLesson(lesson)]));
  const rows = await translationsOf(work);
  const judged = rows.flatMap((row) => {
    const source = all.get(row.lesson_id);
    return source && row.texts ? [{ ...row, source, texts: row.texts as LessonTexts }] : [];
  });
  const pairs = judged.flatMap((one, lesson) =>
    passagesOf(one).map(({ source: original, text: translation }) => ({ lesson, original, translation })),
  );
  const authors = [...new Set(judged.map(({ service }) => service as Service))];
  const isAuthor = (service: Service) => authors.some((author) => speaksAs({ service: author, by: authorshipOf(author) })(service));
  const { value, ...answer } = await askServices(work, {
    prompt: (problems) => render('judge-translation', { wanted: { language: codeOf(step.request.language) }, pairs, problems }),
    purpose: 'translation-judgement',
    schema: judgementSchema,
    maxOutputTokens: JUDGEMENT_TOKENS,
    problemsOf: ({ fidelity_verdicts: verdicts }) =>
      judged.flatMap((_, place) => (verdicts.some(({ lesson }) => lesson === place) ? [] : [`lesson ${place} has no verdict`])),
    failure: noTranslation,
    last: SERVICES.filter(isAuthor),
  });
  const verdictOf = (place: number) => value.fidelity_verdicts.filter(({ lesson }) => lesson === place);
  const outcomes = judged.map((one, place) => ({
    ...one,
    isFaithful: verdictOf(place).every((verdict) => verdict.is_faithful),
    problems: verdictOf(place).flatMap((verdict) => verdict.problems),
  }));
  const poor = outcomes.filter(({ isFaithful }) => !isFaithful);
  const message = toSentence('{service} judged the translation of {n, plural, one {# lesson} other {# lessons}}: {faithful} faithful.', {
    service: SERVICE_NAMES[answer.service],
    n: outcomes.length,
    faithful: outcomes.length - poor.length,
  });
  await completeStep(step, {
    output: { poor: poor.map(({ lesson_id: id }) => id), problems: Object.fromEntries(poor.map((one) => [one.lesson_id, one.problems])) },
    ...answer,
    event: { name: 'translation.judged', message },
    async also(trx) {
      for (const { lesson_id, service, source, isFaithful } of outcomes) {
        const place = { ...whereOf(step.request), lesson_id };
        if (!isFaithful && isSecond)
          await storeFailure(trx, { runId: step.runId, course, place: { ...place, service }, source, flaw: 'judged' });
        else
          await trx('lesson_translation')
            .where(place)
            .update({
              verdict: isFaithful ? 'faithful' : 'pending',
              run_id: step.runId,
              judged_by: answer.service,
              self_judged: speaksAs({ service: service as Service, by: authorshipOf(service as Service) })(answer.service),
            });
      }
    },
  });
}

interface Stored {
  readonly lesson_id: string;
  readonly texts: unknown;
  readonly service: string;
  readonly doubts: readonly Pair[] | null;
}

/** Returns the lessons to judge, with what the rules doubted in them. */
async function translationsOf({ step }: Work<CourseTranslationRequest, { readonly lessons: readonly string[] }>): Promise<Stored[]> {
  const { lessons } = step.payload!;
  const rows = await database()('lesson_translation')
    .where(whereOf(step.request))
    .whereIn('lesson_id', [...lessons])
    .select('lesson_id', 'texts', 'service');
  const made: { item_id: string; output: { doubts?: Pair[] } | null }[] = await database()('step')
    .where({ run_id: step.runId, job: 'translate-lesson', state: 'completed' })
    .whereIn('item_id', [...lessons])
    .orderBy('finished_at', 'desc')
    .select('item_id', 'output');
  // in one order always: a stored answer belongs to its prompt
  return lessons.flatMap((id) => {
    const row = rows.find(({ lesson_id: lessonId }) => lessonId === id);
    return row ? { ...row, doubts: made.find(({ item_id: itemId }) => itemId === id)?.output?.doubts ?? null } : [];
  });
}

/** Returns the passages of a lesson to judge it by: those that the rules doubted, then the longest. */
function passagesOf({ source, texts, doubts }: { source: LessonTexts; texts: LessonTexts; doubts: readonly Pair[] | null }): Pair[] {
  const [before, after] = [source, texts].map((lesson) => allProseOf((say) => lessonIn(lesson, say)));
  // they have passed the rules, which want as many pieces of both
  const all = before!.map((one, place) => ({ source: one, text: after![place]! }));
  const longest = all.toSorted((one, other) => other.source.length - one.source.length);
  const chosen: Pair[] = [];
  let characters = 0;
  for (const pair of [...(doubts ?? []), ...longest]) {
    characters += pair.source.length + pair.text.length;
    if (chosen.length > 0 && characters > JUDGED_CHARACTERS) break;
    if (!chosen.some(({ source: known }) => known === pair.source)) chosen.push(pair);
  }
  return chosen;
}
