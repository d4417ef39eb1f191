import { withoutMarkers } from '#contract/courses/citation-markers.ts';
import { withinText } from '#contract/courses/place-questions.ts';
import type { CourseForm } from '#contract/generation/course-form.contract.ts';
import { toSentence } from '#contract/platform/sentence.contract.ts';
import { liveCourse } from '#domain/courses/content/live-lesson.queries.ts';
import { problem, type AnswerProblem, type UsableAnswer } from '#domain/generation/answers/answer-problem.ts';
import { runsOfMissing } from '#domain/generation/lessons/missing-runs.ts';
import { writeOpen } from '#domain/generation/lessons/write-missing.command.ts';
import { isUsableQuestion } from '#domain/generation/practice/question-validity.ts';
import { database } from '#domain/platform/database.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { vendorAvailability } from '#domain/vendors/llm/vendor-availability.queries.ts';
import { askForStep, type StepWork } from '#domain/generation/answers/ask-for-step.ts';
import { completeStep } from '#domain/platform/runs/complete-step.ts';
import { numberOf } from '#domain/generation/outline/course-plan.ts';
import { storedUsableAnswer } from '#domain/generation/answers/discard-answer.command.ts';
import { exercisesDocument, quizDocument, type ExercisesDocument, type QuizDocument } from '#domain/generation/prompts/documents.ts';
import { earlierLesson, lessonBrief, lessonMaterial, type LessonMaterial } from '#domain/generation/lessons/lesson-material.queries.ts';
import { practiceFor } from '#contract/generation/course-size.ts';
import { checkAllWhole, checkWords } from '../checks/check-words.ts';
import { exercisesMaterial, quizMaterial, type PracticeMaterial } from './practice-material.ts';
import { besideKept, checkQuizRules, faultlessQuestions, orderQuiz, quizVariables } from './quiz-rules.ts';
import { PRACTICE_SERVICES } from '#domain/generation/answers/roles.ts';
import { SERVICE_NAMES } from '#domain/platform/service-names.ts';
import { tidyExercises, tidyQuiz } from '#domain/generation/answers/tidy-answer.ts';
import { withoutPractice } from './practice-run.ts';

/**
 * Writes the quiz with its exercise, or the exercises, of a finished lesson. Only sound questions are stored; if there are none, the try
 * has failed.
 */
export async function writePractice(work: StepWork): Promise<void> {
  const { step } = work;
  const [material, availability] = await Promise.all([lessonMaterial(step.runId, step.itemId!), vendorAvailability()]);
  const practice = practiceFor(step.request);
  const text = withoutMarkers(material.text?.content ?? '');
  const shared = {
    cast: PRACTICE_SERVICES,
    availability,
    purpose: 'practice' as const,
    variables: {
      lesson: lessonBrief(material),
      lesson_text: { content: text },
      instruction: material.rewrite?.instruction ?? '',
    },
    maxOutputTokens: 6_000,
  };
  const answer =
    practice.kind === 'quiz'
      ? await writeQuiz(work, material, { ...shared, text, count: practice.count })
      : await askForStep(work, {
          ...shared,
          variables: { ...shared.variables, practice },
          prompt: 'write-exercises',
          schema: exercisesDocument,
          tidy: (value) => tidyExercises(value, practice.count),
          check: (value) => checkExercises(value, step.request),
        }).then((exercises) => ({ ...exercises, value: exercisesMaterial(exercises.value) }));
  const words = { service: SERVICE_NAMES[answer.service], lesson: numberOf(material.placed) };
  await completeStep(step, {
    output: answer.value,
    service: answer.service,
    inputHash: answer.inputHash,
    callId: answer.callId,
    event: {
      name: 'practice.ready',
      message:
        practice.kind === 'quiz'
          ? toSentence('{service} wrote the quiz for lesson {lesson}.', words)
          : toSentence('{service} wrote the exercises for lesson {lesson}.', words),
    },
  });
}

interface QuizRequest extends Omit<Parameters<typeof askForStep>[1], 'prompt' | 'schema' | 'tidy' | 'check' | 'left'> {
  /** The lesson's text, in Markdown. */
  readonly text: string;
  /** Questions requested. */
  readonly count: number;
}

/** Asks for a quiz; after an answer with faults, only for the faulty questions. */
async function writeQuiz(
  work: StepWork,
  material: LessonMaterial,
  { text, count, ...shared }: QuizRequest,
): Promise<UsableAnswer<PracticeMaterial>> {
  const { step } = work;
  const earlier = await earlierLesson(step.runId, material);
  const order = orderQuiz(material.placed.number, count, { hasEarlier: earlier !== null });
  const before = step.tried.some(({ hint }) => hint) ? await storedUsableAnswer<QuizDocument>(step) : null;
  const found = before ? faultlessQuestions(before.value, order, text) : new Map<number, never>();
  // a quiz that can be guessed as a whole is rewritten as a whole
  const kept = found.size < count ? found : new Map<number, never>();
  const exercises = kept.size > 0 ? before?.value.exercises : undefined;
  const answer = await askForStep(work, {
    ...shared,
    variables: { ...shared.variables, ...quizVariables(order, text, { earlier, kept }) },
    prompt: 'write-quiz',
    schema: quizDocument,
    tidy: (value) => besideKept(kept, tidyQuiz(value, count - kept.size), exercises),
    check: (value) => [...checkQuiz(value, step.request, count), ...checkQuizRules(value, order, text)],
  });
  const questions = answer.value.questions.map((question) => ({ ...question, ...(earlier && { recalls: earlier.lesson_id }) }));
  return { ...answer, value: materialIn(text, quizMaterial(step.itemId!, { ...answer.value, questions })) };
}

/** Limits a quiz's positions to the sections of the lesson's text. */
const materialIn = (content: string, material: PracticeMaterial): PracticeMaterial => ({
  ...material,
  quiz: withinText(content, material.quiz),
});

interface RetryPractice {
  readonly runId: string;
  readonly accountId: string;
  readonly requestId: string;
  readonly idempotencyKey?: string | undefined;
}

/**
 * Starts one run, free of charge, that writes all missing practice of a finished course's lessons that is not being written. When all of it
 * is already being written, it returns the newest of those runs, so that a double click starts only one.
 * @returns the run that writes it
 * @throws ProductError not_found; run.ended when the run made no course; run.lesson_not_failed when no practice is missing;
 * course.lesson_rewriting; idempotency.body_mismatch; spend.user_cap, spend.install_cap
 */
export async function retryPractice({ runId, accountId, requestId, idempotencyKey }: RetryPractice): Promise<{ runId: string }> {
  if (!isUuid(runId)) throw notFound('run');
  const run = await database()('run')
    .join('course_run', 'run_id', 'id')
    .where({ id: runId, account_id: accountId })
    .first('status', 'kind', 'course_id');
  if (!run) throw notFound('run');
  const { status, kind, course_id: courseId } = run;
  if (status !== 'completed' || kind !== 'course' || courseId === null) throw new ProductError('run.ended');
  return writeOpen({
    sent: { accountId, key: idempotencyKey, fingerprint: ['retry-practice', runId] },
    courseId,
    requestId,
    look: async () => {
      const { content } = await liveCourse({ accountId, courseId });
      const lacking = await withoutPractice(
        database(),
        runId,
        content.modules.flatMap(({ lessons }) => lessons),
      );
      const writing = await runsOfMissing(database(), courseId, true);
      const isAtIt = (id: string) => writing.some(({ lessonIds }) => lessonIds.includes(id));
      return { fromRun: runId, open: lacking.map(({ lesson_id: id }) => id).filter((id) => !isAtIt(id)), writing };
    },
  });
}

/** One missing question does not justify another call. */
const MISSING = 1;
const UNSOUND =
  'some questions have no right answer as their kind asks for, options that are not distinct or that speak of each other’s places, or an explanation that contradicts the key';

/**
 * Returns the problems of a quiz that fits its schema. Too few sound questions are requested again once; then the existing ones suffice. A
 * quiz without any is useless.
 * @param count questions requested
 */
export function checkQuiz(quiz: QuizDocument, form: CourseForm, count: number): AnswerProblem[] {
  const sound = quiz.questions.filter(isUsableQuestion);
  if (sound.length === 0)
    return [problem('no question has distinct options as its kind asks for, a key among them and an explanation that agrees')];
  const problems: AnswerProblem[] = [];
  if (sound.length < count - MISSING) {
    const words =
      quiz.questions.length < count - MISSING ? `there are ${quiz.questions.length} questions; exactly ${count} are needed` : UNSOUND;
    problems.push(problem(words, { keep: 'after_reask' }));
  }
  const explanations = checkAllWhole(
    'an explanation',
    // no Markdown: `**kwargs` opens nothing
    sound.map(({ explanation }) => explanation.replaceAll('*', '')),
  );
  const instructions = checkAllWhole(
    'an exercise',
    (quiz.exercises ?? []).map((exercise) => exercise.instructions),
  );
  return [...problems, ...explanations, ...instructions, ...checkWords(quiz, form)];
}

/** Checks exercises. One is enough: a further one that only fills the number teaches nothing. */
export function checkExercises(
  document: { readonly exercises: readonly Pick<ExercisesDocument['exercises'][number], 'title' | 'instructions'>[] },
  form: CourseForm,
): AnswerProblem[] {
  const whole = document.exercises.filter((exercise) => exercise.title.trim() && exercise.instructions.trim().length > 20);
  if (whole.length === 0) return [problem('there is no exercise with instructions')];
  const instructions = checkAllWhole(
    'an exercise',
    whole.map((exercise) => exercise.instructions),
  );
  return [...instructions, ...checkWords(document, form)];
}
