import { courseWords, filled, type CourseWords } from '#domain/courses/text/course-words.queries.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { inputRequired, inputResponse } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { getCourse, listCourses, openLesson, type Course } from '#contract/courses/courses.contract.ts';
import { LANGUAGE_CODES } from '#contract/courses/languages.ts';
import { placeQuestions } from '#contract/courses/place-questions.ts';
import { kindOf, optionsOf, purposeOf } from '#contract/courses/quiz.contract.ts';
import type { Workshop, WorkshopStep } from '#contract/courses/workshop.contract.ts';
import { lookup } from '#contract/platform/lookup.ts';
import { courseFormSchema, FORM_LIMITS, FORM_OPTIONS, type CourseForm } from '#contract/generation/course-form.contract.ts';
import { coursePace, minutesAUnit } from '#contract/generation/course-pace.ts';
import { generateCourse } from '#contract/generation/generation.contract.ts';
import { isForOthers, MOST_GOALS } from '#contract/generation/topics.contract.ts';
import { getRun, listAllRuns, stopRun } from '#contract/platform/runs.contract.ts';
import { TERMINAL_RUN_STATUSES } from '#contract/platform/status.contract.ts';
import { searchOwn, SEARCH_LENGTH } from '#contract/search/search.contract.ts';
import { coursePrice, orderKeyOf, quoteCourse, readQuote, type Quote } from '#domain/generation/quotes/course-quote.commands.ts';
import { findInLibrary } from '#domain/generation/topics/topic.queries.ts';
import { MAX_PRICE } from '#api/platform/max-price.ts';
import { IDEMPOTENCY_KEY } from '#api/platform/idempotency-key.ts';
import { answerWith, asData, asksPeople, CHANGES, defineTool, ENDS, failedWith, READS, type ToolContext } from '../tool.ts';

const id = z.string().max(100);

const wish = z.object({
  topic: z.string().max(FORM_LIMITS.topic).describe('What the course is about.'),
  learning_goals: z.string().max(FORM_LIMITS.learning_goals).describe('What the learner wants to be able to do afterwards.'),
  age: z.number().int().min(FORM_LIMITS.age_min).max(FORM_LIMITS.age_max).describe('Age of the learner in years. Ask; do not guess.'),
  duration: z.enum(FORM_OPTIONS.duration).optional().describe('How long the course is; two weeks when left out.'),
  difficulty: z.enum(FORM_OPTIONS.difficulty).optional(),
  current_knowledge: z.enum(FORM_OPTIONS.current_knowledge).optional(),
  language_preference: z.enum(FORM_OPTIONS.language_preference).optional().describe('Language of the course; English when left out.'),
  content_depth: z.enum(FORM_OPTIONS.content_depth).optional(),
  country: z
    .string()
    .max(FORM_LIMITS.country)
    .optional()
    .describe('For law, money or health: whose rules the course teaches, a country or an edition.'),
  pictures: z.boolean().optional().describe('Have pictures drawn. They cost extra.'),
  guardian_agreement: z.boolean().optional().describe('A parent, guardian or school agrees: needed for learners under 13.'),
});

const formOf = ({ pictures = false, ...given }: z.output<typeof wish>) =>
  courseFormSchema.parse({ ...given, ai_components: { imagen_enabled: pictures } });

const tokensOf = (hundredths: number): number => hundredths / 100;

function priceWords({ price, balance, pool }: Pick<Quote, 'price' | 'balance' | 'pool'>): string {
  const own = `The account has ${balance} tokens${pool === null ? '' : `, its organisation ${pool}`}.`;
  return price === 0 ? 'It costs no tokens: the plan covers it.' : `It costs ${tokensOf(price)} tokens at most. ${own}`;
}

/**
 * Returns the form's notice that the demo library's course is written for readers of another age; '' if it suits this age, or if a service
 * writes.
 */
async function readersWords({ topic, learning_goals: goals, language_preference: language, age }: CourseForm): Promise<string> {
  const library = await findInLibrary({ topic, goals: goals.slice(0, MOST_GOALS), language });
  if (!library?.readers || !isForOthers(library, age)) return '';
  const { from, to } = library.readers;
  return ` “${library.nearest[0]!.title}” is written for ${to === null ? 'adults' : `readers of ${from} to ${to}`}.`;
}

/** Returns the time that a course takes as its form promises it; '' where it promises none. */
function paceWords(form: CourseForm): string {
  const pace = coursePace(form);
  return pace ? ` It takes ${pace.units} ${pace.unit}s, about ${minutesAUnit(pace)} minutes a ${pace.unit}.` : '';
}

const quoteAnswer = (quote: Quote, form: CourseForm, readers: string) => {
  const pace = coursePace(form);
  return answerWith(
    `${priceWords(quote)}${paceWords(form)}${readers} Tell the person ${readers ? 'both' : 'this price'}. If they agree, call write_course with this quote_id and confirm: true; the price is good for a day.`,
    {
      quote_id: quote.quoteId,
      price_tokens: tokensOf(quote.price),
      balance_tokens: quote.balance,
      pace: pace && { ...pace, minutes_a_unit: minutesAUnit(pace) },
    },
  );
};

const quote = defineTool({
  name: 'quote_course',
  title: 'Price of a course',
  description:
    'Says what having a course written would cost, in tokens, and how long learning it takes, and keeps the wish under a quote_id. Writes nothing and spends nothing.',
  calls: [generateCourse],
  annotations: { ...READS, idempotentHint: false },
  input: wish,
  async run(args, { userId, poolOnly }) {
    const form = formOf(args);
    return quoteAnswer(await quoteCourse({ accountId: userId, form, poolOnly }), form, await readersWords(form));
  },
});

/** Returns the person's answer to the price; null if they were not asked yet. */
function agreement({ mcp }: ToolContext): { agreed: boolean; quoteId: string } | null {
  const answer = inputResponse(mcp.mcpReq.inputResponses, 'price');
  const quoteId = mcp.mcpReq.requestState<string>();
  if (answer.kind !== 'elicit' || typeof quoteId !== 'string') return null;
  return { agreed: answer.action === 'accept' && answer.content?.['agree'] === true, quoteId };
}

const write = defineTool({
  name: 'write_course',
  title: 'Have a course written',
  description:
    'Has a course written, which spends tokens. Either with the quote_id of quote_course and confirm: true, after the person has agreed to the price; ' +
    'or with the wish itself, where this client can ask the person: they are asked first. The same quote_id again returns the same course. ' +
    'Writing takes minutes: follow it with follow_run and the task_id.',
  calls: [generateCourse],
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  input: wish.partial().extend({
    quote_id: id.optional().describe('From quote_course.'),
    confirm: z.boolean().optional().describe('The person has agreed to the price of this quote.'),
  }),
  async run({ quote_id: quoteId, confirm = false, ...args }, context) {
    if (quoteId !== undefined && confirm) return order(quoteId, context);
    const answer = agreement(context);
    if (answer)
      return answer.agreed ? order(answer.quoteId, context) : answerWith('The person did not agree. Nothing was written or spent.');
    const made = await quoted(quoteId, args, context);
    if (!asksPeople(context)) {
      const refusal = `${priceWords(made)}${made.readers} Ask the person, then call write_course with quote_id ${made.quoteId} and confirm: true.`;
      return failedWith('mcp.confirm_price', refusal, { quote_id: made.quoteId, price_tokens: tokensOf(made.price) });
    }
    const message = `Have the course “${made.topic}” written? ${priceWords(made)}${made.readers}`;
    const requestedSchema = z.object({ agree: z.boolean().describe('Have it written at this price') });
    return inputRequired({ inputRequests: { price: inputRequired.elicit({ message, requestedSchema }) }, requestState: made.quoteId });
  },
});

/** Returns the given quote, or a new one for the wish. @throws as `readQuote`; ZodError for an incomplete wish */
async function quoted(quoteId: string | undefined, args: object, { userId, poolOnly }: ToolContext) {
  if (quoteId === undefined) {
    const form = formOf(wish.parse(args));
    return { ...(await quoteCourse({ accountId: userId, form, poolOnly })), topic: form.topic, readers: await readersWords(form) };
  }
  const { form } = await readQuote({ accountId: userId, quoteId });
  return { ...(await coursePrice(userId, form, poolOnly)), quoteId, topic: form.topic, readers: await readersWords(form) };
}

/**
 * Places a quoted order, once and at its price: the quote is the order's idempotency key.
 * @throws ProductError price.changed if it would cost more
 */
async function order(quoteId: string, context: ToolContext) {
  const { form, price } = await readQuote({ accountId: context.userId, quoteId });
  const run = await context.call(generateCourse, {
    body: form,
    headers: { Prefer: 'respond-async', [IDEMPOTENCY_KEY]: orderKeyOf(quoteId), [MAX_PRICE]: String(tokensOf(price)) },
  });
  return answerWith('The course is being written. Follow it with follow_run; it goes on whether or not anybody asks.', {
    task_id: run.task_id,
    ...('status' in run && { status: run.status, progress: run.progress, ...(run.paid_from && { paid_from: run.paid_from }) }),
  });
}

/** Clients stop waiting for an answer after a minute. */
const FOLLOW_SECONDS = 50;
const POLL_AT_LEAST_MS = 500;

const follow = defineTool({
  name: 'follow_run',
  title: 'Follow a run',
  description:
    `Waits until a run (a course that is being written) has ended, up to ${FOLLOW_SECONDS} seconds, and says how far it is; progress is sent meanwhile. ` +
    'Call it again while it is not done. It changes nothing: a run goes on by itself, also after this server or the client was restarted.',
  calls: [getRun],
  annotations: READS,
  input: z.object({ task_id: id, seconds: z.number().int().min(0).max(FOLLOW_SECONDS).optional() }),
  async run({ task_id, seconds = FOLLOW_SECONDS }, { call, progress, signal }) {
    const until = performance.now() + seconds * 1000;
    for (;;) {
      const run = await call(getRun, { params: { task_id } });
      await progress(run.progress, `${run.stage}: ${run.title ?? run.subject}`);
      const left = until - performance.now();
      if (TERMINAL_RUN_STATUSES.includes(run.status) || run.poll_after_ms === 0 || left <= 0 || signal.aborted) {
        // a course's run has its result in its details
        const result = (run.details['result'] ?? run.result) as { course_id?: string } | undefined;
        const course_id = result?.course_id ?? null;
        const { status, stage, title, error, eta, can_retry } = run;
        return answerWith(endWords(status), { task_id, status, stage, progress: run.progress, title, course_id, error, eta, can_retry });
      }
      // a client that is gone is noticed above
      await sleep(Math.min(Math.max(run.poll_after_ms, POLL_AT_LEAST_MS), left), undefined, { signal }).catch(() => undefined);
    }
  },
});

function endWords(status: string): string {
  if (status === 'completed') return 'It is done. read_course and read_lesson read the course.';
  return status === 'failed' || status === 'cancelled' ? `It has ended: ${status}.` : 'It is under way. Call follow_run again.';
}

const stop = defineTool({
  name: 'stop_run',
  title: 'Stop a run',
  description: 'Stops a run of the caller. With keep: true, finished lessons become a course, which is paid for in part.',
  calls: [stopRun],
  annotations: ENDS,
  input: z.object({ task_id: id, keep: z.boolean().optional() }),
  async run({ task_id, keep = false }, { call }) {
    const run = await call(stopRun, { params: { task_id }, query: { keep: String(keep) } });
    return answerWith(`It is ${run.status}.`, { task_id, status: run.status });
  },
});

const myRuns = defineTool({
  name: 'list_my_runs',
  title: 'Runs of the caller',
  description: 'Lists what is being or was written for the caller, newest first: to go on with after an interruption.',
  calls: [listAllRuns],
  annotations: READS,
  input: z.object({ live: z.boolean().optional().describe('Only those that have not ended.'), after: id.optional() }),
  async run({ live = false, after }, { call }) {
    const { runs, next } = await call(listAllRuns, { query: { live: String(live), ...(after && { after }) } });
    const shown = runs.map(({ task_id, kind, status, stage, progress, subject, title }) => ({
      task_id,
      kind,
      status,
      stage,
      progress,
      subject,
      title,
    }));
    return answerWith(`${shown.length} runs.`, { runs: shown, next });
  },
});

const courses = defineTool({
  name: 'list_courses',
  title: 'List courses',
  description: 'Lists the caller’s courses, newest first: written here, imported or bought.',
  calls: [listCourses],
  annotations: READS,
  input: z.object({
    q: z.string().max(200).optional().describe('Words of title or description.'),
    limit: z.number().int().min(1).max(50).optional(),
    after: id.optional(),
  }),
  async run({ q, limit = 20, after }, { call, userId }) {
    const query = { origin: 'all', limit: String(limit), ...(q && { q }), ...(after && { after }) };
    const page = await call(listCourses, { params: { user_id: userId }, query });
    const shown = page.courses.map(({ course_id, title, description, progress, lesson_count, status }) => ({
      course_id,
      title,
      description,
      progress,
      lesson_count,
      status,
    }));
    return answerWith(`${shown.length} of ${page.total} courses.`, { courses: shown, next: page.next });
  },
});

const search = defineTool({
  name: 'search',
  title: 'Search',
  description: 'Searches the caller’s own courses, lessons and notes by words.',
  calls: [searchOwn],
  annotations: READS,
  input: z.object({ q: z.string().min(1).max(SEARCH_LENGTH) }),
  async run({ q }, { call }) {
    const hits = await call(searchOwn, { query: { q } });
    return answerWith(`${hits.courses.length + hits.lessons.length + hits.notes.length} found.`, hits);
  },
});

/** Returns a course without its lessons' texts. */
export function outlineOf({ course_id, title, description, progress, learning_objectives, modules, language, plan }: Course) {
  const { title: name = '', task = '', points = [] } = plan?.final_task ?? {};
  return {
    course_id,
    title,
    description,
    progress,
    learning_objectives,
    language,
    modules: modules.map((module) => ({
      title: module.title,
      lessons: module.lessons.map((lesson) => ({
        lesson_id: lesson.lesson_id,
        index: lesson.index,
        title: lesson.title,
        duration_minutes: lesson.duration_minutes,
        completed: lesson.completed,
        questions: lesson.quiz.length,
      })),
    })),
    ...(plan?.pace && { pace: plan.pace }),
    ...(plan?.final_task && { final_task: { title: name, task, points } }),
  };
}

/** Returns a workshop as Markdown, without the answers, hints and explanations of its steps. */
function workshopText({ title, intro, steps }: Workshop, said: CourseWords): string {
  const options = ({ field }: WorkshopStep) => (field?.kind === 'choice' ? field.options.map(({ text }) => `- ${text}`) : []);
  const asked = steps.map((step, at) =>
    [`### ${filled(said.step, String(at + 1))}`, step.text, options(step).join('\n')].filter(Boolean).join('\n\n'),
  );
  return [`## ${said.workshop}: ${title}`, intro, ...asked].filter(Boolean).join('\n\n');
}

/** Returns a lesson as Markdown with its questions but without the right answers; null if the course does not have the lesson. */
export function lessonText(course: Course, lessonId: string): string | null {
  const lesson = course.modules.flatMap((module) => module.lessons).find((one) => one.lesson_id === lessonId || one.index === lessonId);
  if (!lesson) return null;
  const lang = lookup(LANGUAGE_CODES)[course.language];
  const said = courseWords(lang ?? 'en');
  const placed = placeQuestions(lesson.content, lesson.quiz, lang);
  const questions = placed.inOrder.map((item) => ({
    question_id: item.id,
    kind: kindOf(item),
    purpose: purposeOf(item),
    ...(item.recalls !== undefined && { recalls: item.recalls }),
    question: item.question,
    ...(item.kind !== 'short' && { options: optionsOf(item) }),
  }));
  const text = placed.parts.map((part) =>
    part.questions
      ? part.questions.map(({ id, question }) => `> ${said[part.purpose]} (question ${id}): ${question}`).join('\n\n')
      : part.text,
  );
  const parts = [`# ${lesson.title}`, ...text, `${said.takeaways}:\n${lesson.key_takeaways.map((line) => `- ${line}`).join('\n')}`];
  if (lesson.workshop) parts.push(workshopText(lesson.workshop, said));
  if (questions.length > 0) parts.push(`Questions (JSON; answer_question marks them):\n${JSON.stringify(questions)}`);
  return parts.join('\n\n');
}

/** As `lessonText`; opens the lesson of a bought course, which counts against its refund. */
export async function lessonTextOf(course: Course, lessonId: string, call: ToolContext['call']): Promise<string | null> {
  const found = course.modules.flatMap((module) => module.lessons).find((one) => one.lesson_id === lessonId || one.index === lessonId);
  if (!found?.is_held_back) return lessonText(course, lessonId);
  const { lesson } = await call(openLesson, { params: { course_id: course.course_id, lesson_id: found.lesson_id } });
  return lessonText({ ...course, modules: [{ title: '', summary: '', lessons: [lesson] }] }, found.lesson_id);
}

const readCourse = defineTool({
  name: 'read_course',
  title: 'Read a course’s outline',
  description: 'Reads modules and lessons of a course, by title and id, with the caller’s progress. read_lesson has the texts.',
  calls: [getCourse],
  annotations: READS,
  input: z.object({ course_id: id }),
  async run({ course_id }, { call, userId }) {
    const { course } = await call(getCourse, { params: { user_id: userId, course_id } });
    return answerWith('The outline.', outlineOf(course));
  },
});

const readLesson = defineTool({
  name: 'read_lesson',
  title: 'Read a lesson',
  description:
    'Reads one lesson as Markdown, with its questions. A lesson of a bought course then counts as opened, which ends its refund early.',
  calls: [getCourse, openLesson],
  annotations: CHANGES,
  input: z.object({ course_id: id, lesson_id: id.describe('Its lesson_id, or its index such as 0_1.') }),
  async run({ course_id, lesson_id }, { call, userId }) {
    const { course } = await call(getCourse, { params: { user_id: userId, course_id } });
    const text = await lessonTextOf(course, lesson_id, call);
    return text === null ? failedWith('not_found', 'Lesson not found.') : { content: [{ type: 'text', text: asData('lesson', text) }] };
  },
});

export const COURSE_TOOLS = [quote, write, follow, stop, myRuns, courses, search, readCourse, readLesson];
