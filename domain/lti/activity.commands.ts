import type { BodyOf, AnswerOf } from '#contract/platform/endpoint.ts';
import type {
  answerLtiQuestion,
  completeLtiLesson,
  getLtiLesson,
  getLtiSimulation,
  LtiActivity,
  solveLtiTasks,
} from '#contract/lti/launch.contract.ts';
import { plainContent } from '#contract/courses/citation-markers.ts';
import { withoutKey } from '#contract/courses/quiz.contract.ts';
import { solving, type Solution } from '#contract/simulations/compile-scene.ts';
import { getCourse } from '#domain/courses/content/course.queries.ts';
import type { LaunchedActivity } from '#domain/identity/sessions/live-sessions.ts';
import { fieldProblem, notFound, ProductError } from '#domain/platform/errors.ts';
import { answerQuestion } from '#domain/practice/answer-question.command.ts';
import { listAnswers } from '#domain/practice/practice.queries.ts';
import { completeLesson } from '#domain/progress/lesson-progress.commands.ts';
import { solveTasks } from '#domain/simulations/simulation.commands.ts';
import { listSimulations } from '#domain/simulations/simulation.queries.ts';
import { graded, type Launched } from './score.commands.ts';

/** @throws ProductError not_found in a launch that chooses content */
function activityIn({ launch }: Launched): LaunchedActivity {
  if (!launch.activity) throw notFound('activity');
  return launch.activity;
}

/** Returns the content that a launch has opened. @throws ProductError not_found when it no longer exists */
export async function readActivity(launched: Launched): Promise<LtiActivity> {
  const { kind, title, courseId, lessonId, isGraded } = activityIn(launched);
  const course = await getCourse({ accountId: launched.userId, courseId });
  const lessons = course.modules.flatMap((module) => module.lessons).filter((lesson) => lessonId === null || lesson.lesson_id === lessonId);
  if (kind === 'lesson' && lessons.length === 0) throw notFound('lesson');
  return {
    kind,
    title,
    language: course.language,
    lessons: kind === 'simulation' ? [] : lessons.map(({ lesson_id, title: name, completed }) => ({ lesson_id, title: name, completed })),
    is_graded: isGraded,
  };
}

/** Returns the lesson that a launch opens, by its permanent id. @throws ProductError not_found for other lessons of the course */
function openedLesson(launched: Launched, lessonId: string): { accountId: string; courseId: string; lessonId: string } {
  const activity = activityIn(launched);
  const isOpen = activity.kind === 'course' || (activity.kind === 'lesson' && activity.lessonId === lessonId);
  if (!isOpen) throw notFound('lesson');
  return { accountId: launched.userId, courseId: activity.courseId, lessonId };
}

async function findLesson(of: ReturnType<typeof openedLesson>) {
  const { modules } = await getCourse(of);
  const lesson = modules.flatMap((module) => module.lessons).find(({ lesson_id: id }) => id === of.lessonId);
  if (!lesson) throw notFound('lesson');
  return lesson;
}

/** Returns a lesson with the learner's answers, and the keys of the answered questions alone. @throws ProductError not_found */
export async function readLesson(launched: Launched, lessonId: string): Promise<AnswerOf<typeof getLtiLesson>> {
  const of = openedLesson(launched, lessonId);
  const [lesson, { answers }] = await Promise.all([findLesson(of), listAnswers(of)]);
  // passages of the author's sources stay with the author
  const { citations: _, ...plain } = lesson;
  return {
    lesson: {
      ...plain,
      content: plainContent(lesson),
      quiz: lesson.quiz.map((item) => (answers.some(({ question_id }) => question_id === item.id) ? item : withoutKey(item))),
    },
    answers: answers.map(({ question_id, chosen_ids }) => ({ question_id, chosen_ids })),
  };
}

/** Marks an answer; a better result of a completed lesson is sent to the platform. @throws as `answerQuestion` */
export async function answerInLaunch(
  launched: Launched,
  body: BodyOf<typeof answerLtiQuestion>,
  token: string,
): Promise<AnswerOf<typeof answerLtiQuestion>> {
  const of = openedLesson(launched, body.lesson_id);
  const question = (await findLesson(of)).quiz.find(({ id }) => id === body.question_id);
  if (!question) throw notFound('question');
  const answer = { ...of, answerId: body.answer_id, questionId: body.question_id, chosenIds: body.chosen_ids };
  const { is_right } = (await graded(launched, token, () => answerQuestion(answer))).done;
  return { is_right, question };
}

/** Completes a lesson; its result is sent to the platform once. @throws as `completeLesson` */
export async function completeInLaunch(launched: Launched, lessonId: string, token: string): Promise<AnswerOf<typeof completeLtiLesson>> {
  const of = openedLesson(launched, lessonId);
  const { result } = await graded(launched, token, () => completeLesson(of));
  return { ...(result?.percent != null && { percent: result.percent }), is_complete: result?.is_complete ?? false };
}

/** Returns the simulation of a launch. @throws ProductError not_found */
export async function readSimulation(launched: Launched): Promise<AnswerOf<typeof getLtiSimulation>> {
  const { courseId, simulationId } = activityIn(launched);
  const { simulations } = await listSimulations(launched.userId, courseId);
  const simulation = simulations.find((one) => one.simulation_id === simulationId);
  if (!simulation?.scene) throw notFound('simulation');
  return { simulation_id: simulation.simulation_id, scene: simulation.scene, solved: simulation.solved };
}

/**
 * Marks tasks of the launch's simulation as solved, because they become a grade only with settings that solve them.
 * @throws ProductError not_found; validation.failed for settings that do not solve their task
 */
export async function solveInLaunch(
  launched: Launched,
  solutions: readonly Solution[],
  token: string,
): Promise<AnswerOf<typeof solveLtiTasks>> {
  const { simulation_id: simulationId, scene } = await readSimulation(launched);
  const tasks = solving(scene, solutions).map(({ task }) => task);
  if (tasks.length < solutions.length) {
    const problem = fieldProblem('solutions', 'These settings do not solve the task.');
    throw new ProductError('validation.failed', problem.message, { data: { errors: [problem] } });
  }
  const { done } = await graded(launched, token, () => solveTasks({ accountId: launched.userId, simulationId, tasks }));
  return { solved: done };
}
