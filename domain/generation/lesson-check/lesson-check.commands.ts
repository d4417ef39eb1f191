import { citedSentences } from '#contract/courses/citation-markers.ts';
import type { Citation } from '#contract/courses/citation.contract.ts';
import type { Authorship } from '#contract/platform/authorship.ts';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import type { Service } from '#contract/platform/status.contract.ts';
import { sharedFacts } from '#domain/generation/outline/course-document.ts';
import { database } from '#domain/platform/database.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import type { ClaimedStep } from '#domain/platform/steps/step.ts';
import { connectedServices, speaksAs, isDemo } from '#domain/vendors/llm/voices.ts';
import type { AnswerSchema } from '#domain/vendors/llm/answer-schema.ts';
import { vendorAvailability } from '#domain/vendors/llm/vendor-availability.queries.ts';
import { askForStep, ServicesExhausted, type StepWork } from '#domain/generation/answers/ask-for-step.ts';
import { checkLessonVerdict } from '#domain/generation/checks/check-lesson-verdict.ts';
import { completeStep } from '#domain/platform/runs/complete-step.ts';
import { numberOf } from '#domain/generation/outline/course-plan.ts';
import type { PromptName } from '#domain/generation/prompts/render-prompt.ts';
import {
  citedQuizCheckDocument,
  citedLessonCheckDocument,
  quizCheckDocument,
  lessonCheckDocument,
  type CitationVerdict,
  type QuizCheckDocument,
  type LessonCheckDocument,
} from '#domain/generation/prompts/documents.ts';
import {
  digestOf,
  lessonBrief,
  lessonMaterial,
  recalledBy,
  writtenBeside,
  type LessonMaterial,
} from '#domain/generation/lessons/lesson-material.queries.ts';
import { blindQuiz, compareAnswers, type QuestionVerdict } from '#domain/generation/practice/blind-quiz.ts';
import { blindWorkshop, checkEntries, compareEntries } from '#domain/generation/workshop/blind-workshop.ts';
import { quizCheckServices, lessonCheckServices } from '#domain/generation/answers/roles.ts';
import type { RunEvent } from '#domain/platform/runs/run-event.ts';
import { SERVICE_NAMES } from '#domain/platform/service-names.ts';
import { mendChecked, type Checked } from './mend-checked.ts';
import type { RewriteRequest } from '#domain/generation/rewrites/rewrite-plan.ts';
import { lessonKeys } from '#domain/generation/runs/stage-order.ts';

/** The output of a check, or of a check of the quiz alone: verdicts from comparing blind answers with the key (`compareAnswers`). */
interface CheckOutput extends Partial<Pick<LessonCheckDocument, 'findings' | 'verdict'>> {
  readonly question_verdicts: readonly QuestionVerdict[];
  readonly is_blind: true;
  readonly citation_verdicts?: readonly CitationVerdict[];
  readonly by?: Authorship;
  /** The lesson was read once more by the voice that wrote it: no second check (decision 0006). */
  readonly own_voice?: true;
}

/** The output when no service could be asked. */
const NOT_CHECKED = { verdict: 'not_reviewed', findings: [], question_verdicts: [] } as const;

/**
 * Has a service with another voice than the lesson's writer check the lesson, and answer its quiz without the key. If no other service
 * could within the check's patience, the lesson is delivered as 'not checked', which the course states and which costs less. Where no other
 * voice is connected, its own reads it once more, which mends what it finds and counts as 'not checked' too.
 */
export async function runLessonCheck(work: StepWork): Promise<void> {
  const { step } = work;
  if (step.key === lessonKeys(step.itemId!).recheck) return checkQuizAlone(work);
  const material = await lessonMaterial(step.runId, step.itemId!);
  const lesson = numberOf(material.placed);
  const isWriter = speaksAs(material.text!);
  const others = lessonCheckServices(isWriter, material.practice?.service ?? null);
  // a run that only checks is charged for a second voice
  const isOwnVoice = !isCheckOnly(step) && !others.some((service) => connectedServices().includes(service));
  const { content, key_takeaways } = material.text!;
  await judgeLesson<LessonCheckDocument>(work, material, {
    cast: isOwnVoice ? quizCheckServices(isWriter, null).filter(isWriter) : others,
    isOwnVoice,
    prompt: 'review-lesson',
    variables: {
      lesson_text: { content, key_takeaways },
      course: sharedFacts(material.plan),
      written: await digestsBefore(step.runId, material),
      instruction: material.rewrite?.instruction ?? '',
    },
    practice: { exercises: material.practice?.exercises ?? [] },
    schemas: { plain: lessonCheckDocument, cited: citedLessonCheckDocument },
    mend: (value, by) => mendChecked(step, material, value, by),
    event: (service, _, left) => checked({ service, lesson }, left!, isOwnVoice),
    none: { name: 'lesson.not_reviewed', message: toSentence('No other service could check lesson {lesson}.', { lesson }) },
  });
}

/**
 * Has a lesson's quiz answered blind, from the current text: by another service if there is one, otherwise by its own author, who does not
 * see the key either (decision A34).
 */
async function checkQuizAlone(work: StepWork): Promise<void> {
  const material = await lessonMaterial(work.step.runId, work.step.itemId!);
  const lesson = numberOf(material.placed);
  await judgeLesson<QuizCheckDocument>(work, material, {
    cast: quizCheckServices(speaksAs(material.text!), material.practice?.service ?? null),
    prompt: 'check-quiz',
    variables: {},
    practice: {},
    schemas: { plain: quizCheckDocument, cited: citedQuizCheckDocument },
    event: (service) => ({
      name: 'quiz.rechecked',
      message: toSentence('{service} checked the quiz for lesson {lesson}.', { service, lesson }),
    }),
    none: { name: 'quiz.not_rechecked', message: toSentence('No service could check the quiz of lesson {lesson}.', { lesson }) },
  });
}

type Checker = Parameters<typeof mendChecked>[3];

interface Judging<T> {
  readonly cast: readonly Service[];
  readonly prompt: PromptName;
  readonly variables: Readonly<Record<string, unknown>>;
  /** The practice besides the quiz, as the checking service sees it. */
  readonly practice: object;
  readonly schemas: Readonly<Record<'plain' | 'cited', AnswerSchema<T>>>;
  /** The cast has the lesson's own voice only. */
  readonly isOwnVoice?: boolean;
  /** Returns what a check leaves besides its verdicts. Absent: it judges the quiz alone. */
  readonly mend?: (value: T, by: Checker) => Promise<Checked>;
  readonly event: (service: string, value: T, left: Checked | undefined) => RunEvent;
  /** The log line when no service could be asked. */
  readonly none: RunEvent;
}

async function judgeLesson<T extends QuizCheckDocument & { readonly citation_verdicts?: CitationVerdict[] }>(
  work: StepWork,
  material: LessonMaterial,
  { cast, isOwnVoice = false, prompt, variables, practice, schemas, mend, event, none }: Judging<T>,
): Promise<void> {
  const { step } = work;
  const [availability, leftMs] = await Promise.all([vendorAvailability(), isCheckOnly(step) ? Infinity : checkPatienceMs(step)]);
  if (!material.text) throw new Error(`lesson ${step.itemId} is checked before it is written`);
  const text = material.corrected ?? material.text;
  const citations = citedIn(text);
  const quiz = material.practice?.quiz ?? [];
  const { workshop } = material;
  try {
    const answer = await askForStep<T>(work, {
      cast,
      availability,
      purpose: 'review',
      prompt,
      variables: {
        lesson: lessonBrief(material),
        lesson_text: { content: text.content },
        practice_text: { quiz: blindQuiz(quiz), ...(await recalledBy(quiz, step.runId, material)), ...practice },
        workshop: workshop && blindWorkshop(workshop),
        citations,
        ...variables,
      },
      schema: citations.length > 0 ? schemas.cited : schemas.plain,
      maxOutputTokens: workshop ? 4_000 : 3_000,
      leftMs,
      check: (value) => [
        ...checkLessonVerdict(
          value,
          quiz,
          citations.map(({ marker }) => marker),
        ),
        ...(workshop ? checkEntries(workshop, value.question_answers) : []),
      ],
    });
    const { citation_verdicts, question_answers } = answer.value;
    const question_verdicts = compareAnswers(quiz, question_answers);
    const { service, by } = answer;
    const left = await mend?.(answer.value, { service, by, question_verdicts });
    await completeStep(step, {
      output: {
        ...(left && { findings: left.findings, verdict: left.verdict }),
        question_verdicts: [...question_verdicts, ...(workshop ? compareEntries(workshop, question_answers) : [])],
        is_blind: true,
        ...(citation_verdicts && { citation_verdicts }),
        ...(by && { by }),
        ...(isOwnVoice && { own_voice: true as const }),
      } satisfies CheckOutput,
      service,
      inputHash: answer.inputHash,
      callId: answer.callId,
      ...(left?.store && { also: left.store }),
      // people have checked what the demo library has, long before
      ...(!isDemo() && { event: event(SERVICE_NAMES[service], answer.value, left) }),
    });
  } catch (error) {
    // a run that only checks has failed without a checking service
    if (!(error instanceof ServicesExhausted) || isCheckOnly(step)) throw error;
    const models = error.unreadable.join(', ');
    const lesson = numberOf(material.placed);
    const unreadable = toSentence('Lesson {lesson} could not be checked: the answers from {models} cannot be used.', { lesson, models });
    await completeStep(step, { output: NOT_CHECKED, event: models ? { ...none, message: unreadable } : none });
  }
}

/** Returns what the earlier lessons of a lesson's module have taught, for finding what is explained twice. */
const digestsBefore = async (runId: string, material: LessonMaterial) =>
  (await writtenBeside(runId, material)).filter(({ isEarlier }) => isEarlier).map((one) => digestOf(one, material.plan));

const isCheckOnly = ({ request }: StepWork['step']): boolean => (request as Partial<RewriteRequest>).review_only === true;

/** Returns the citations of a text with the sentences they should support; citations without a passage are already marked. */
function citedIn({ content, citations = [] }: { content: string; citations?: readonly Citation[] }) {
  const sentences = citedSentences(content);
  return citations.flatMap(({ marker, quote, passage }) => (passage ? [{ marker, sentence: sentences.get(marker) ?? '', quote }] : []));
}

function checked(words: { service: string; lesson: string }, { verdict, store }: Checked, isOwnVoice: boolean): RunEvent {
  const name = 'lesson.reviewed';
  if (isOwnVoice) {
    const message =
      verdict === 'revise'
        ? toSentence(
            '{service} read lesson {lesson} once more and asked for a correction. It also wrote it, so the lesson counts as not checked.',
            words,
          )
        : toSentence('{service} read lesson {lesson} once more. It also wrote it, so the lesson counts as not checked.', words);
    return { name, message };
  }
  if (verdict === 'revise') return { name, message: toSentence('{service} checked lesson {lesson} and asked for a correction.', words) };
  return {
    name,
    message: store
      ? toSentence('{service} checked lesson {lesson} and mended passages.', words)
      : toSentence('{service} checked lesson {lesson}.', words),
  };
}

/** How long checks wait for a second service once the last lesson and its practice are written: somebody is waiting for the course. */
export const CHECK_WAITS_MS = 20_000;

/**
 * Returns how long a check may still wait for a service, in ms; Infinity while lessons are being written, and in operators' batches, for
 * which nobody waits.
 */
export async function checkPatienceMs({ runId, lane }: Pick<ClaimedStep, 'runId' | 'lane'>): Promise<number> {
  if (lane === 'batch') return Infinity;
  const [written] = await rowsOf<{ since_ms: number | null }>(
    database(),
    sql`select case when bool_and(state in ('completed', 'failed')) then extract(epoch from now() - max(finished_at)) * 1000 end::float as since_ms
          from step where run_id = ${runId} and (key like 'module:%' or key like 'lesson:%' or key like 'practice:%')`,
  );
  return written?.since_ms == null ? Infinity : CHECK_WAITS_MS - written.since_ms;
}
