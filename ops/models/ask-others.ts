import type { Course, Lesson } from '#contract/courses/courses.contract.ts';
import { pause } from '../chaos/storm.ts';
import type { Installation } from './installation.ts';
import { meantTexts } from './judge/judge-course.ts';
import { differenceFromAll } from './judge/same-text.ts';
import { FRENCH } from './stand-in/quiet-answer.ts';
import type { Noted, StandIn } from './stand-in/stand-in.ts';
import type { Purpose } from './ways/way.ts';

/** The outcome of a request for something other than a course. */
export interface Answered {
  readonly isDone: boolean;
  /** What is stored and wrong, or charged and missing. */
  readonly wrong: readonly string[];
  readonly said: string;
}

export interface Asking {
  readonly installation: Installation;
  readonly standIn: StandIn;
  /** A course that was written without any fault. */
  readonly course: Course;
  readonly patienceMs: number;
}

const POLL_MS = 200;
const key = () => ({ 'idempotency-key': crypto.randomUUID() });
const firstLesson = ({ modules }: Course): Lesson => modules[0]!.lessons[0]!;

interface Run {
  readonly status: string;
  readonly tokens: { readonly charged: number };
  readonly said: string;
}

/** Waits for a run; a run that has not ended in time is stopped. */
async function finish({ installation: { learner }, patienceMs }: Asking, taskId: string): Promise<Run> {
  const began = Date.now();
  for (;;) {
    const { body } = await learner.request('GET', `/api/runs/${taskId}`);
    const said = [body.error?.detail, body.error?.reason, ...(body.log ?? []).map(({ text }: { text: string }) => text)]
      .filter(Boolean)
      .join(' · ');
    if (['completed', 'failed', 'cancelled'].includes(body.status)) return { ...body, said };
    if (Date.now() - began > patienceMs) {
      await learner.request('DELETE', `/api/runs/${taskId}`);
      return { ...body, status: 'waits', said };
    }
    await pause(POLL_MS);
  }
}

/** Returns what the user reads: the sentence, and the cause beside it. */
const refused = (status: number, body: { readonly detail?: string; readonly reason?: string }): Answered => ({
  isDone: false,
  wrong: [],
  said: [status, body.detail, body.reason].filter(Boolean).join(' · '),
});

/** Returns texts that are none of the intended ones. */
const strange = (texts: readonly string[], meant: readonly string[]): string[] =>
  texts.flatMap((text) => {
    const found = differenceFromAll(text, meant);
    return found ? [`“${text.slice(0, 30)}…” ${found}`] : [];
  });

/** Questions are numbered, because a repeated one is answered from storage. */
let asked = 0;

async function askMentor({ installation: { learner }, standIn, course }: Asking): Promise<Answered> {
  const lesson = { course_id: course.course_id, lesson_id: firstLesson(course).lesson_id };
  const { status, body } = await learner.request('POST', '/api/ai-mentor', {
    user_id: learner.userId,
    message: `Why did a rich country have no money, and who was to pay? (${(asked += 1)})`,
    lesson,
  });
  if (status !== 200) return refused(status, body);
  return {
    isDone: true,
    wrong: strange([withoutOwnQuestion(String(body.response), firstLesson(course))], meantTexts(standIn.calls, '', 'answer')),
    said: '',
  };
}

/** Removes the lesson's own question from the end of an answer: no model has written it. */
function withoutOwnQuestion(answer: string, { quiz }: Lesson): string {
  const own = quiz.find(({ question }) => answer.endsWith(`\n\n${question}`));
  return own ? answer.slice(0, -own.question.length) : answer;
}

async function makeCards(asking: Asking): Promise<Answered> {
  const { installation, standIn, course } = asking;
  const { learner, knex } = installation;
  await knex('flash_card').where({ course_id: course.course_id }).del();
  const { status, body } = await learner.request(
    'POST',
    `/api/course-flash-cards/${course.course_id}`,
    { lessons: [firstLesson(course).lesson_id] },
    key(),
  );
  if (status !== 202) return refused(status, body);
  const run = await finish(asking, body.task_id);
  const cards: { front: string; back: string }[] = await knex('flash_card').where({ course_id: course.course_id }).select('front', 'back');
  const wrong = strange(
    cards.map(({ back }) => back),
    meantTexts(standIn.calls, 'flash_cards', 'back'),
  );
  if (run.tokens.charged > 0 && cards.length === 0) wrong.push('charged, and there are no cards');
  return { isDone: run.status === 'completed' && cards.length > 0, wrong, said: run.said || run.status };
}

async function gradeWords(asking: Asking): Promise<Answered> {
  const { installation, standIn, course, patienceMs } = asking;
  const { learner } = installation;
  const lesson = course.modules.flatMap(({ lessons }) => lessons).find(({ quiz }) => quiz.some(({ kind }) => kind === 'short'));
  const question = lesson?.quiz.find(({ kind }) => kind === 'short');
  if (!lesson || !question) return { isDone: false, wrong: [], said: 'the course has no question that is answered in words' };
  const sent = {
    answer_id: crypto.randomUUID(),
    course_id: course.course_id,
    lesson_id: lesson.lesson_id,
    question_id: question.id,
    text: lesson.key_takeaways.join(' '),
  };
  const { status, body } = await learner.request('POST', '/api/practice/words', sent, key());
  if (status !== 200) return refused(status, body);
  const began = Date.now();
  for (;;) {
    const { body: list } = await learner.request('GET', `/api/courses/${course.course_id}/lessons/${lesson.lesson_id}/words`);
    const answer = list.answers.find(({ answer_id }: { answer_id: string }) => answer_id === sent.answer_id);
    if (answer?.status === 'graded') {
      const texts = [answer.grade.feedback, ...answer.grade.points.map(({ reason }: { reason: string }) => reason)];
      const meant = [...meantTexts(standIn.calls, '', 'feedback'), ...meantTexts(standIn.calls, 'graded_points', 'reason')];
      return { isDone: true, wrong: strange(texts.filter(Boolean), meant), said: '' };
    }
    if (answer?.status === 'failed' || Date.now() - began > patienceMs)
      return { isDone: false, wrong: [], said: [answer?.status ?? 'no answer is graded', answer?.reason].filter(Boolean).join(' · ') };
    await pause(POLL_MS);
  }
}

async function translate(asking: Asking): Promise<Answered> {
  const { installation, standIn, course } = asking;
  const { learner, knex } = installation;
  for (const table of ['lesson_translation', 'course_translation']) await knex(table).where({ course_id: course.course_id }).del();
  const { status, body } = await learner.request('POST', `/api/course-translations/${course.course_id}/in/french`, {}, key());
  if (status !== 202 || !body.task_id) return refused(status, body);
  const run = await finish(asking, body.task_id);
  const { body: read } = await learner.request('GET', `/api/course-translations/${course.course_id}/in/french`);
  const originals = new Map(course.modules.flatMap(({ lessons }) => lessons).map((lesson) => [lesson.lesson_id, lesson]));
  const ready = (read.course as Course).modules
    .flatMap(({ lessons }) => lessons)
    .filter(({ lesson_id }) => !read.untranslated.includes(lesson_id));
  const judged = standIn.calls.some(({ purpose, way }) => purpose === 'fidelity' && way !== null);
  const wrong = ready.flatMap((lesson) => untrue(lesson, originals.get(lesson.lesson_id)!));
  // the stand-in's judge has called every text unfaithful
  if (judged && standIn.calls.some(({ way }) => way === 'translation-judged-unfaithful') && ready.length > 0)
    wrong.push(`${ready.length} lessons are ready although they were judged untrue`);
  if (run.tokens.charged > 0 && ready.length === 0) wrong.push('charged, and nothing is translated');
  return {
    isDone: run.status === 'completed' && ready.length === originals.size,
    wrong,
    said: `${run.said} ${ready.length} of ${originals.size} ready`,
  };
}

const IS_FRENCH = new Set(FRENCH.map((word) => word.toLowerCase()));
const MOST_STRANGE = 0.06;
const LEAST_LENGTH = 0.6;

/** Returns the parts of a ready translation that the stand-in's French does not have. Names and code stay unchanged. */
function untrue({ title, content }: Lesson, original: Lesson): string[] {
  const prose = content.replaceAll(/```[^]*?```|`[^`\n]*`|\$[^$]*\$/g, ' ');
  const words = prose.toLowerCase().match(/\p{L}[\p{L}\p{M}'’-]*/gu) ?? [];
  const strangeWords = words.filter((word) => !IS_FRENCH.has(word));
  const count = (original.content.match(/\p{L}+/gu) ?? []).length;
  const name = `lesson “${title.slice(0, 20)}”`;
  if (strangeWords.length > words.length * MOST_STRANGE + 3) return [`${name} has “${strangeWords.slice(0, 8).join(' ')}”`];
  return words.length < count * LEAST_LENGTH ? [`${name} has ${words.length} of ${count} words`] : [];
}

async function makeAudio(asking: Asking): Promise<Answered> {
  const { installation, standIn, course } = asking;
  const { learner, knex } = installation;
  for (const table of ['audio_lesson', 'audio_course']) await knex(table).where({ course_id: course.course_id }).del();
  const { lesson_id } = firstLesson(course);
  const { status, body } = await learner.request(
    'POST',
    `/api/course-audio/${course.course_id}`,
    { language: 'english', style: 'voice', lessons: [lesson_id] },
    key(),
  );
  if (status !== 202) return refused(status, body);
  const run = await finish(asking, body.task_id);
  const { status: found, body: transcript } = await learner.request(
    'GET',
    `/api/course-audio/${course.course_id}/lessons/${lesson_id}/transcript/english`,
  );
  const spoken =
    found === 200
      ? transcript.turns.map(({ words }: { words: { text: string }[] }) => words.map(({ text }) => text).join(' ')).join(' ')
      : '';
  const meant = standIn.calls
    .filter(({ purpose }) => purpose === 'audio-script')
    .map((call: Noted) => meantTexts([call], 'turns', 'text').join(' '));
  const wrong = spoken === '' ? [] : strange([spoken], meant);
  if (run.tokens.charged > 0 && spoken === '') wrong.push('charged, and nothing is spoken');
  return { isDone: run.status === 'completed' && spoken !== '', wrong, said: run.said || run.status };
}

/** Everything that is requested besides a course. */
export const ASK: Readonly<Record<Exclude<Purpose, 'course'>, (asking: Asking) => Promise<Answered>>> = {
  mentor: askMentor,
  cards: makeCards,
  grade: gradeWords,
  translation: translate,
  audio: makeAudio,
};
