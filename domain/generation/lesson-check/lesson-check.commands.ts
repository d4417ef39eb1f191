import { citedSentences } from '#contract/courses/citation-markers.ts';
import type { Citation } from '#contract/courses/citation.contract.ts';
import type { Authorship } from '#contract/platform/authorship.ts';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import type { Service } from '#contract/platform/status.contract.ts';
import { otherTexts } from '#domain/courses/content/live-lesson.queries.ts';
import { readMarkdown } from '#domain/courses/text/read-markdown.command.ts';
import { notesOf, problem, type AnswerProblem } from '#domain/generation/answers/answer-problem.ts';
import type { LessonNote } from '#domain/courses/content/course-content.queries.ts';
import { tidyLesson } from '#domain/generation/answers/tidy-answer.ts';
import { checkDuplicates, minHashSketch } from '#domain/generation/checks/check-duplicates.ts';
import { checkLesson } from '#domain/generation/checks/check-lesson.ts';
import { checkMarkdown } from '#domain/generation/checks/check-markdown.ts';
import { lessonTokens } from '#domain/generation/lessons/lesson.commands.ts';
import type { LessonOutput } from '#domain/generation/lessons/assemble-lesson.ts';
import { sharedFacts } from '#domain/generation/outline/course-document.ts';
import { courseSize } from '#domain/generation/outline/course-size.ts';
import { carryCitations, losesAll } from '#domain/generation/sources/resolve-citations.ts';
import { database } from '#domain/platform/database.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import type { ClaimedStep } from '#domain/platform/steps/step.ts';
import { turnOfStep } from '#domain/platform/turns/turns.ts';
import { speaksAs } from '#domain/vendors/llm/voices.ts';
import type { AnswerSchema } from '#domain/vendors/llm/answer-schema.ts';
import { vendorAvailability } from '#domain/vendors/llm/vendor-availability.queries.ts';
import { askForStep, ServicesExhausted, type StepWork } from '#domain/generation/answers/ask-for-step.ts';
import { checkLessonVerdict, type QuizJudgement } from '#domain/generation/checks/check-lesson-verdict.ts';
import { completeStep } from '#domain/platform/runs/complete-step.ts';
import { numberOf, countPlanned } from '#domain/generation/outline/course-plan.ts';
import {
  citedQuizCheckDocument,
  citedLessonCheckDocument,
  correctedDocument,
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
import { correctionServices, quizCheckServices, lessonCheckServices } from '#domain/generation/answers/roles.ts';
import type { RunEvent } from '#domain/platform/runs/run-event.ts';
import { SERVICE_NAMES } from '#domain/platform/service-names.ts';
import type { RewriteRequest } from '#domain/generation/rewrites/rewrite-plan.ts';
import { lessonKeys } from '#domain/generation/runs/stage-order.ts';

/** The output of a check, or of a check of the quiz alone: verdicts from comparing blind answers with the key (`compareAnswers`). */
interface CheckOutput extends Partial<Pick<LessonCheckDocument, 'findings' | 'verdict'>> {
  readonly question_verdicts: readonly QuestionVerdict[];
  readonly is_blind: true;
  readonly citation_verdicts?: readonly CitationVerdict[];
  readonly by?: Authorship;
}

/** The output when no service could be asked. */
const NOT_CHECKED = { verdict: 'not_reviewed', findings: [], question_verdicts: [] } as const;

/**
 * Has a service with another voice than the lesson's writer check the lesson, and answer its quiz without the key. If no other service
 * could within the check's patience, the lesson is delivered as 'not checked', which the course states and which costs less.
 */
export async function runLessonCheck(work: StepWork): Promise<void> {
  const { step } = work;
  if (step.key === lessonKeys(step.itemId!).recheck) return checkQuizAlone(work);
  const material = await lessonMaterial(step.runId, step.itemId!);
  const lesson = numberOf(material.placed);
  await judgeLesson<LessonCheckDocument>(work, material, {
    cast: lessonCheckServices(speaksAs(material.text!), material.practice?.service ?? null),
    prompt: 'review-lesson',
    variables: {
      course: sharedFacts(material.plan),
      written: await digestsBefore(step.runId, material),
      instruction: material.rewrite?.instruction ?? '',
    },
    practice: { exercises: material.practice?.exercises ?? [] },
    schemas: { plain: lessonCheckDocument, cited: citedLessonCheckDocument },
    outputOf: ({ findings, verdict }) => ({ findings, verdict }),
    event: (service, { verdict }) => checked({ service, lesson }, verdict),
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
    outputOf: () => ({}),
    event: (service) => ({
      name: 'quiz.rechecked',
      message: toSentence('{service} checked the quiz for lesson {lesson}.', { service, lesson }),
    }),
    none: { name: 'quiz.not_rechecked', message: toSentence('No service could check the quiz of lesson {lesson}.', { lesson }) },
  });
}

interface Judging<T> {
  readonly cast: readonly Service[];
  readonly prompt: string;
  readonly variables: Readonly<Record<string, unknown>>;
  /** The practice besides the quiz, as the checking service sees it. */
  readonly practice: object;
  readonly schemas: Readonly<Record<'plain' | 'cited', AnswerSchema<T>>>;
  readonly outputOf: (value: T) => Partial<CheckOutput>;
  readonly event: (service: string, value: T) => RunEvent;
  /** The log line when no service could be asked. */
  readonly none: RunEvent;
}

async function judgeLesson<T extends QuizCheckDocument & { readonly citation_verdicts?: CitationVerdict[] }>(
  work: StepWork,
  material: LessonMaterial,
  { cast, prompt, variables, practice, schemas, outputOf, event, none }: Judging<T>,
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
    await completeStep(step, {
      output: {
        ...outputOf(answer.value),
        question_verdicts: [...compareAnswers(quiz, question_answers), ...(workshop ? compareEntries(workshop, question_answers) : [])],
        is_blind: true,
        ...(citation_verdicts && { citation_verdicts }),
        ...(answer.by && { by: answer.by }),
      } satisfies CheckOutput,
      service: answer.service,
      inputHash: answer.inputHash,
      callId: answer.callId,
      event: event(SERVICE_NAMES[answer.service], answer.value),
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

function checked(words: { service: string; lesson: string }, verdict: LessonCheckDocument['verdict']): RunEvent {
  const message =
    verdict === 'accept'
      ? toSentence('{service} checked lesson {lesson}.', words)
      : toSentence('{service} checked lesson {lesson} and asked for a correction.', words);
  return { name: 'lesson.reviewed', message };
}

/**
 * Makes the one correction after a check that requested it. If it fails, or would be worse than the current text, the lesson does not
 * change. The correcting service also answers the quiz from the new text, which saves a further call.
 */
export async function correctLesson(work: StepWork): Promise<void> {
  const { step } = work;
  const material = await lessonMaterial(step.runId, step.itemId!);
  if (!material.text) throw new Error(`lesson ${step.itemId} is corrected before it is written`);
  const written = { notes: material.text.notes ?? [] };
  const { rewrite } = material;
  const quiz = material.practice?.quiz ?? [];
  const key = { accountId: step.accountId, lessonId: material.placed.planned.lesson_id };
  const neighbours = rewrite ? await otherTexts({ ...key, courseId: rewrite.courseId }) : [];
  const wish = { lessons: countPlanned(material.plan), ...(rewrite?.instruction && { words: 0 }) };
  try {
    const answer = await askForStep(work, {
      cast: correctionServices(step.request, material.placed.number, material.text.service),
      purpose: 'correction',
      prompt: 'correct-lesson',
      variables: {
        course: sharedFacts(material.plan),
        lesson: lessonBrief(material),
        lesson_text: { content: material.text.content, objectives: material.text.objectives, key_takeaways: material.text.key_takeaways },
        findings: material.findings,
        practice_text: { quiz: blindQuiz(quiz), ...(await recalledBy(quiz, step.runId, material)) },
        instruction: rewrite?.instruction ?? '',
      },
      schema: correctedDocument,
      tidy: tidyLesson,
      maxOutputTokens: lessonTokens(courseSize(step.request).lesson_words),
      check: async (value) => {
        const lost = losesAll(material.text?.citations ?? [], value.content)
          ? [problem('the marks such as [^1] are gone: keep each with its sentence')]
          : [];
        const twins = await checkDuplicates(step, minHashSketch(value.content), { neighbours });
        const broken = await checkMarkdown(value, turnOfStep(step));
        return worse([...checkLesson(value, step.request, wish), ...broken, ...lost, ...twins], written.notes);
      },
    });
    const notes = notesOf(checkLesson(answer.value, step.request, wish));
    const { content: before, citations } = material.text;
    const carried = citations && carryCitations({ content: before, citations }, answer.value.content);
    const { question_answers, ...value } = answer.value;
    const judged = { question_verdicts: compareAnswers(quiz, question_answers), is_blind: true } satisfies QuizJudgement;
    const read = { ...value, ...judged, ...carried };
    const text = await readMarkdown(read.content, turnOfStep(step));
    await completeStep(step, {
      output: { ...read, ...(text !== null && { text }), notes, sketch: minHashSketch(answer.value.content) } satisfies LessonOutput,
      service: answer.service,
      inputHash: answer.inputHash,
      callId: answer.callId,
      event: {
        name: 'lesson.corrected',
        message: toSentence('{service} corrected lesson {lesson} after its check.', {
          service: SERVICE_NAMES[answer.service],
          lesson: numberOf(material.placed),
        }),
      },
    });
  } catch (error) {
    if (!(error instanceof ServicesExhausted)) throw error;
    await completeStep(step, { output: {} });
  }
}

/** Returns the problems that a correction adds: it may keep the weaknesses its lesson already notes, but add no others. */
const worse = (problems: readonly AnswerProblem[], notes: readonly LessonNote[]): AnswerProblem[] =>
  problems.filter(({ note }) => !note || !notes.includes(note)).map(({ text }) => ({ text }));

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
