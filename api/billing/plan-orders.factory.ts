import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import type { useTestApi } from '#api/testing/test-api.ts';
import { use, type connectMcp } from '#api/mcp/mcp-client.factory.ts';
import { audioCost } from '#contract/audio/audio.contract.ts';
import { MENTOR_ANSWER_CENTITOKENS, PICTURE_CENTITOKENS, TUTOR_SESSION, type QuotaName } from '#contract/billing/catalogue.ts';
import { clipPrice, picturesPrice, type Price } from '#contract/billing/price.ts';
import type { COMPONENT_PARTS } from '#contract/generation/course-cost.ts';
import { COURSE_TEXT_PRICE, picturesOf } from '#contract/generation/course-cost.ts';
import { COST_ESTIMATE } from '#contract/generation/course-form.contract.ts';
import { lessonsCost } from '#contract/generation/lesson-cost.ts';
import { cardsCost } from '#contract/practice/cards.contract.ts';
import { translationCost } from '#contract/translation/course-translation.contract.ts';
import { buildContent, buildLesson, givenCourse } from '#domain/courses/content/course.factory.ts';
import { courseClipSeconds } from '#domain/courses/pictures/course-pictures.queries.ts';
import {
  buildOutline,
  givenStartedRun,
  playAssembly,
  playFailure,
  playOutline,
  playRest,
  playWriting,
} from '#domain/generation/runs/run.factory.ts';
import { runEnvelope } from '#domain/generation/runs/run.queries.ts';

type TestApi = ReturnType<typeof useTestApi>;

/** The ordering account, with a session or a key. */
export interface Caller {
  readonly userId: string;
  readonly bearer: string;
  /** A course of three lessons; the first has `q1`, answered in words. */
  readonly courseId: string;
}

/** A part of an order's price; `feature` is null if no plan has units of it. */
export type Part = Omit<Price, 'feature'> & {
  readonly feature: QuotaName | null;
  /** Counted with the order but reserved later: a clip, once there is a course to film. */
  readonly isLater?: true;
};

/** The response to an order at a price of 0: covered, or the price in hundredths of a token. */
export type Answer = 'covered' | number | string;

interface Ordered {
  readonly path: string;
  readonly body?: object | FormData;
  /** The cost shown on the screen. */
  readonly parts: readonly Part[];
  /** Parts that were taken while preparing the order. */
  readonly taken?: readonly Part[];
}

/** An operation by which work is ordered. */
export interface Operation {
  readonly order: (caller: Caller, api: TestApi) => Ordered | Promise<Ordered>;
  /** No plan has units of it, and it takes long to prepare, so it is ordered only without a plan and with a large one. */
  readonly isRare?: true;
  /** The MCP tools that do the same. */
  readonly tool?: { readonly names: readonly string[]; readonly ask: (agent: Awaited<ReturnType<typeof connectMcp>>) => Promise<Answer> };
}

const LESSONS = 3;
const tokens = (centitokens: number): Part => ({ feature: null, units: 0, centitokens });
const SIMULATION: Part = { feature: 'ar_vr_simulation', units: 1, centitokens: COST_ESTIMATE.ar_vr };
const MENTOR: Part = { feature: 'mentor_answer', units: 1, centitokens: MENTOR_ANSWER_CENTITOKENS };
const TUTOR: Part = { feature: 'vortex_session', units: 1, centitokens: TUTOR_SESSION.answer_centitokens };
const CLIP = clipPrice('fast', 5);

const DURATION = '1 week intensive';
const WISH = { topic: 'Keeping bees', learning_goals: 'Look after one hive for a year', age: 30, duration: DURATION } as const;

const course = (component: keyof typeof COMPONENT_PARTS | null, partOf: () => Part | null = () => null) => ({
  order: ({ userId }: Caller): Ordered => ({
    path: '/api/generate-course',
    body: {
      ...WISH,
      topic: `Keeping bees: ${component ?? 'text'}`,
      user_id: userId,
      ai_components: component ? { [component]: true } : {},
    },
    parts: [COURSE_TEXT_PRICE, partOf() ?? []].flat(),
  }),
});

/** Ends all running work, including earlier callers', to make room. */
export async function endRuns(api: TestApi): Promise<void> {
  const live = api.database.knex('run').whereIn('status', ['queued', 'running']);
  await live.update({ status: 'completed', finished_at: new Date() });
}

/** Creates a course with an unwritten lesson and an unchecked one. @returns the course, with the prices that the screen shows for them */
async function givenPartial({ userId, bearer }: Caller, api: TestApi) {
  await endRuns(api);
  const runId = await givenStartedRun(userId);
  const [failed, written] = await playOutline(runId, buildOutline(1, 2));
  await playFailure(runId, failed!);
  await playWriting(runId, written!);
  await playRest(runId, written!, { isChecked: false });
  await playAssembly(runId);
  const { result } = await runEnvelope({ runId, accountId: userId });
  const costOf = async (what: 'missing-lessons' | 'skipped-reviews') =>
    [tokens((await api.call(`/api/courses/${result!.course_id}/${what}`, { bearer })).json.cost)] as const;
  return { runId, courseId: result!.course_id, failed: failed!, costOf, taken: [COURSE_TEXT_PRICE] };
}

/** Returns a form with a start picture for a clip. */
async function clipForm(userId: string): Promise<FormData> {
  const form = new FormData();
  for (const [name, value] of Object.entries({ prompt: 'A hive', mode: 'fast', duration: '5', user_id: userId })) form.append(name, value);
  const picture = sharp({ create: { width: 64, height: 36, channels: 3, background: '#336699' } });
  form.append('file', new File([new Uint8Array(await picture.png().toBuffer())], 'hive.png', { type: 'image/png' }));
  return form;
}

const message = (more: object) => ({ message_id: randomUUID(), message: 'When do bees swarm?', ...more });

/**
 * Every operation that orders paid work, by the kind of work and the operation's name, in the order in which one account requests all of
 * them. Covered units are used up: the free plan has one course.
 */
export const OPERATIONS: Readonly<Record<string, Operation>> = {
  'course by generateCourse': {
    ...course(null),
    tool: {
      names: ['quote_course', 'write_course'],
      async ask(agent) {
        const { data } = await use(agent, 'quote_course', WISH);
        if (data.price_tokens > 0) return data.price_tokens * 100;
        return (await use(agent, 'write_course', { quote_id: data.quote_id, confirm: true })).data.code ?? 'covered';
      },
    },
  },
  'course-pictures by generateCourse': course('imagen_enabled', () => picturesPrice(picturesOf(DURATION))),
  'video by generateCourse': course('veo3_enabled', () => ({ ...clipPrice('fast', courseClipSeconds()), isLater: true })),
  'simulation by generateCourse': course('genie3_enabled', () => SIMULATION),
  'course-pictures by drawCoursePictures': {
    order: ({ courseId }) => ({
      path: `/api/course-pictures/${courseId}`,
      body: { places: ['cover'] },
      parts: [{ feature: 'imagen_visual', units: 1, centitokens: PICTURE_CENTITOKENS }],
    }),
  },
  'simulation by makeSimulation': {
    order: ({ courseId }) => ({ path: `/api/course-simulations/${courseId}`, body: { wish: 'How bees see' }, parts: [SIMULATION] }),
  },
  'video by filmCourseClip': {
    order: ({ courseId }) => ({ path: `/api/course-clips/${courseId}`, parts: [clipPrice('fast', courseClipSeconds())] }),
  },
  'video by generateVideo': {
    order: ({ userId }) => ({
      path: '/api/vertex-ai/veo3/generate-video',
      body: { prompt: 'A hive', mode: 'fast', duration: 5, user_id: userId },
      parts: [CLIP],
    }),
  },
  'video by generateVideoFromImage': {
    order: async ({ userId }) => ({ path: '/api/vertex-ai/veo3/generate-from-image', body: await clipForm(userId), parts: [CLIP] }),
  },
  'course-translation by translateCourse': {
    order: ({ courseId }) => ({ path: `/api/course-translations/${courseId}/in/spanish`, parts: [tokens(translationCost(LESSONS))] }),
  },
  'course-translation by translateLesson': {
    order: ({ courseId }) => ({
      path: `/api/course-translations/${courseId}/in/spanish/lessons/0_0`,
      parts: [tokens(translationCost(1))],
    }),
  },
  'flash-cards by makeFlashCards': {
    order: ({ courseId }) => ({ path: `/api/course-flash-cards/${courseId}`, body: {}, parts: [tokens(cardsCost(LESSONS))] }),
  },
  'audio by makeAudio': {
    async order({ courseId, bearer }, api) {
      const { lessons } = (await api.call(`/api/course-audio/${courseId}`, { bearer })).json as { lessons: { minutes: number }[] };
      const minutes = lessons.reduce((sum, lesson) => sum + lesson.minutes, 0);
      return { path: `/api/course-audio/${courseId}`, body: { language: 'english' }, parts: [tokens(audioCost(minutes))] };
    },
  },
  'answer.grade by answerInWords': {
    order: ({ courseId }) => ({
      path: '/api/practice/words',
      body: { answer_id: randomUUID(), course_id: courseId, lesson_id: '0_0', question_id: 'q1', text: 'On a warm day.' },
      parts: [MENTOR],
    }),
  },
  'answer.grade by answerFinalTask': {
    order: ({ courseId }) => ({
      path: `/api/courses/${courseId}/final-task`,
      body: { answer_id: randomUUID(), text: 'I would open it on a warm day.' },
      parts: [MENTOR],
    }),
  },
  'mentor by aiMentor': {
    order: ({ userId }) => ({ path: '/api/ai-mentor', body: { user_id: userId, message: 'When do bees swarm?' }, parts: [MENTOR] }),
    tool: {
      names: ['ask_mentor'],
      async ask(agent) {
        const { data } = await use(agent, 'ask_mentor', message({ confirm: true }));
        return data.code ?? (data.tokens_charged === 0 ? 'covered' : data.tokens_charged * 100);
      },
    },
  },
  'mentor by sendMentorMessage': { order: () => ({ path: '/api/mentor/messages', body: message({}), parts: [MENTOR] }) },
  'tutor by sendMentorMessage': {
    order: ({ courseId }) => ({
      path: '/api/mentor/messages',
      body: message({ tutor: true, lesson: { course_id: courseId, lesson_id: '0_0' } }),
      parts: [TUTOR],
    }),
  },
  'mentor by regenerateAnswer': {
    async order({ bearer }, api) {
      const body = message({});
      await api.call('/api/mentor/messages', { method: 'POST', bearer, body });
      return {
        path: `/api/mentor/messages/${body.message_id}/regenerate`,
        body: { ai_engine: 'claude' },
        parts: [MENTOR],
        taken: [MENTOR],
      };
    },
  },
  'lesson by regenerateLesson': {
    order: ({ courseId }) => ({
      path: `/api/courses/${courseId}/lessons/0_0/regenerate`,
      body: { instruction: 'Shorter' },
      parts: [tokens(lessonsCost(1, LESSONS))],
    }),
  },
  'lesson by regenerateModule': {
    order: ({ courseId }) => ({
      path: `/api/courses/${courseId}/modules/1/regenerate`,
      body: { instruction: 'Shorter' },
      parts: [tokens(lessonsCost(1, LESSONS))],
    }),
  },
  'lesson by retryLesson': {
    isRare: true,
    async order(caller, api) {
      const { runId, failed, costOf, taken } = await givenPartial(caller, api);
      return { path: `/api/generate-course/${runId}/lessons/${failed}/retry`, parts: await costOf('missing-lessons'), taken };
    },
  },
  'lesson by writeMissingLessons': {
    isRare: true,
    async order(caller, api) {
      const { courseId, costOf, taken } = await givenPartial(caller, api);
      return { path: `/api/courses/${courseId}/missing-lessons`, parts: await costOf('missing-lessons'), taken };
    },
  },
  'lesson by reviewSkipped': {
    isRare: true,
    async order(caller, api) {
      const { courseId, costOf, taken } = await givenPartial(caller, api);
      return { path: `/api/courses/${courseId}/skipped-reviews`, parts: await costOf('skipped-reviews'), taken };
    },
  },
};

/** Creates the course for which callers place orders. */
export function givenOrderedCourse(accountId: string): Promise<string> {
  const quiz = [
    { kind: 'short' as const, id: 'q1', question: 'When may a hive be opened?', explanation: 'Cold air chills.', rubric: ['Warm'] },
  ];
  const [first, second] = buildContent().modules;
  const modules = [{ ...first!, lessons: [buildLesson({ quiz }), first!.lessons[1]!] }, second!];
  const final_task = { title: 'A first look', task: 'When do you open it?', points: ['A warm day'], solution: 'On a warm day.' };
  const plan = { thread: null, terms: [], conventions: [], final_task, lessons: [] };
  return givenCourse(accountId, { document: { modules, plan } });
}
