import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import { feedUrlOf } from '#domain/audio/audio-feed.queries.ts';
import { QUIZ_LIMITS } from '#contract/courses/quiz.contract.ts';
import type { StoredCourse } from '#contract/courses/stored-course.ts';
import { CSV_CHARACTERS } from '#contract/operator/batches.contract.ts';
import { OUTLINE_LIMITS } from '#contract/generation/run-control.contract.ts';
import { buildLesson, givenCourse } from '#domain/courses/content/course.factory.ts';
import { givenProposal } from '#domain/generation/proposals/proposal.factory.ts';
import { givenStartedRun, playFailure, playOutline } from '#domain/generation/runs/run.factory.ts';
import { enrolFree } from '#domain/market/enrolment.commands.ts';
import { chooseContent, publishCourse } from '#domain/market/publish-course.command.ts';
import { completeLesson } from '#domain/progress/lesson-progress.commands.ts';
import { createCreatorCourse } from '#domain/studio/creator-course.commands.ts';
import { insertAccount } from '#domain/testing/account.factory.ts';
import { unsubscribeToken } from '#domain/platform/links/unsubscribe-token.ts';
import { BUSINESS_STATES } from './business-states.ts';
import { CLASS_STATES } from './class-states.ts';
import { COURSE_SHAPES } from './course-files.ts';
import { EVALUATION_STATES } from './evaluation-states.ts';
import { IDENTITY_STATES } from './identity-states.ts';
import { LTI_STATES } from './lti-states.ts';
import { words, type Given, type Owner, type State } from './state.ts';

const times = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));

/** Creates a run whose outline waits for approval. */
async function waitingRun({ accountId }: Owner): Promise<string> {
  const runId = await givenStartedRun(accountId, { review_outline: true });
  await playOutline(runId);
  return runId;
}

const lessonsOf = ({ modules }: Pick<StoredCourse, 'modules'>): string[] =>
  modules.flatMap((module) => module.lessons.map((lesson) => lesson.lesson_id));

/** Creates a large course written by a run, so that it can be rewritten, and returns its lessons. */
async function writtenCourse({ knex, accountId }: Owner): Promise<{ course_id: string; lesson_id: string; lessons: string[] }> {
  const [{ content, most }] = COURSE_SHAPES as [(typeof COURSE_SHAPES)[number]];
  const courseId = await givenCourse(accountId, { document: content(most) });
  const version = await knex('course_version').where({ course_id: courseId }).first('content');
  const lessons = lessonsOf(version!.content);
  return { course_id: courseId, lesson_id: lessons[0]!, lessons };
}

/** A private podcast of a large course. */
const ownFeed: State = async (owner) => {
  const { course_id } = await writtenCourse(owner);
  const heard = { course_id, language: 'english', account_id: owner.accountId };
  await owner.knex('audio_course').insert({ ...heard, style: 'voice' });
  const feed = { id: randomUUID(), ...heard };
  await owner.knex('audio_feed').insert(feed);
  return { token: feedUrlOf(feed.id).split('/').at(-1) };
};

const CREATORS_CSV_CHARACTERS = 200_000;
const ROW_CHARACTERS = 96;
/** Maximum number of courses in a batch. */
const MOST_ROWS = 20_000;

/** A list for a batch of maximum length: its first row names a course, the others none that exists. */
const listed =
  (characters: number): State =>
  async (owner) => {
    const { course_id: courseId } = await writtenCourse(owner);
    const count = Math.min(MOST_ROWS, Math.floor(characters / ROW_CHARACTERS)) - 1;
    const row = (at: number) => `${at % 2 ? randomUUID() : ''},${words(ROW_CHARACTERS)}`.slice(0, ROW_CHARACTERS - 1);
    const csv = [courseId, ...times(count, row)].join('\n');
    return { selection: { csv, include_edited: true }, csv, what: 'refresh_all', into_language: undefined, owner_id: undefined };
  };

/** The course of one of the account's rows. */
const completed =
  (table: 'course_completion' | 'final_test'): State =>
  async ({ knex, accountId }) => {
    const row = await knex(table).where({ account_id: accountId }).first();
    return { course_id: row!.course_id, test_id: 'id' in row! ? row.id : undefined };
  };

const ownReply: State = async ({ knex, accountId }) => {
  const reply = await knex('forum_reply').where({ author_id: accountId }).first();
  return { post_id: reply!.post_id, reply_id: reply!.id };
};

const othersPost: State = async ({ knex }) => {
  const authorId = await insertAccount(knex);
  const post = { id: randomUUID(), author_id: authorId, forum_id: 'general', title: words(200), content: words(20_000) };
  await knex('forum_post').insert(post);
  const subject = { subject_type: 'post', subject_id: post.id };
  const seen = { author_id: authorId, href: '/community', text: post.content, fingerprint: randomUUID(), state: 'clear' };
  await knex('public_text').insert({ ...subject, ...seen });
  return { ...subject, version: 1, days: 1 };
};

const mailChoice: State = async ({ accountId }) => ({ token: unsubscribeToken({ scope: 'email', accountId, courseId: '' }) });

const instruction = async (owner: Owner): Promise<Given> => {
  const { lessons: _, ...course } = await writtenCourse(owner);
  return course;
};

/** The largest quiz that an editor may send. */
const quiz = times(QUIZ_LIMITS.questions, (at) => ({
  kind: 'single',
  id: `q${at}`,
  question: words(QUIZ_LIMITS.text),
  explanation: words(QUIZ_LIMITS.explanation),
  options: times(QUIZ_LIMITS.options, (option) => ({ id: `o${option}`, text: `${option} ${words(QUIZ_LIMITS.text - 10)}` })),
  answer_id: 'o0',
}));

const RATINGS = 2_000;
const STUDIED_MINUTES = 28 * 24 * 60;

/** What must exist for an operation to be accepted, by its name; created right before its inputs are sent. */
const STATES: Readonly<Record<string, State>> = {
  ...IDENTITY_STATES,
  ...BUSINESS_STATES,
  ...EVALUATION_STATES,
  ...LTI_STATES,
  ...CLASS_STATES,
  approveOutline: async (owner) => ({
    task_id: await waitingRun(owner),
    title: words(OUTLINE_LIMITS.title),
    modules: times(OUTLINE_LIMITS.modules_max, (module) => ({
      title: `${module} ${words(OUTLINE_LIMITS.title - 10)}`,
      lessons: times(OUTLINE_LIMITS.lessons_max / OUTLINE_LIMITS.modules_max, (lesson) => ({
        title: `${module}.${lesson} ${words(OUTLINE_LIMITS.title - 10)}`,
      })),
    })),
    base_version: undefined,
  }),
  keepOutlineDraft: async (owner) => ({ task_id: await waitingRun(owner), base_version: 0 }),
  retryLesson: async ({ accountId }) => {
    const runId = await givenStartedRun(accountId);
    const [lessonId] = await playOutline(runId);
    await playFailure(runId, lessonId!);
    return { task_id: runId, lesson_id: lessonId };
  },
  // points count with the text
  editLesson: async (owner) => ({
    ...(await instruction(owner)),
    base_version: 1,
    base_print: undefined,
    objectives: undefined,
    key_takeaways: undefined,
    quiz,
  }),
  regenerateLesson: instruction,
  regenerateModule: instruction,
  drawCoursePictures: async (owner) => ({ ...(await instruction(owner)), places: ['cover'] }),
  acceptProposal: async (owner) => {
    const { course_id: courseId, lessons } = await writtenCourse(owner);
    const taskId = await givenProposal({ accountId: owner.accountId, courseId, lessonIds: lessons });
    return { course_id: courseId, task_id: taskId, lesson_ids: undefined, base_prints: undefined };
  },
  answerQuestion: async ({ accountId }) => {
    const courseId = await givenCourse(accountId);
    return { answer_id: randomUUID(), course_id: courseId, lesson_id: '0_0', question_id: 'q1', chosen_ids: ['a'] };
  },
  publishAudio: async ({ knex, accountId }) => {
    const audio = await knex('audio_course').where({ account_id: accountId }).first();
    return { course_id: audio!.course_id, language: audio!.language };
  },
  answerInWords: async ({ accountId }) => {
    const quiz = [{ id: 'q1', kind: 'short' as const, question: 'When?', explanation: 'In May', rubric: ['May'] }];
    const lesson = buildLesson({ quiz });
    const courseId = await givenCourse(accountId, { document: { modules: [{ title: 'Spring', summary: '', lessons: [lesson] }] } });
    return { answer_id: randomUUID(), course_id: courseId, lesson_id: lesson.lesson_id, question_id: 'q1' };
  },
  answerFinalTask: async ({ accountId }) => {
    const task = { title: 'A swarm', task: words(10_000), points: ['It is caught'], solution: '' };
    const plan = { thread: null, terms: [], conventions: [], final_task: task, lessons: [] };
    return { course_id: await givenCourse(accountId, { document: { plan } }), answer_id: randomUUID() };
  },
  proposeText: async ({ knex }) => {
    await knex('interface_text')
      .insert({ language: 'it', source: words(1_000), entry: JSON.stringify(words(1_000)) })
      .onConflict()
      .ignore();
    return { language: 'it', original_text: words(1_000) };
  },
  editTranslationNames: async (owner) => {
    const course = await writtenCourse(owner);
    await owner.knex('course_translation').insert({ course_id: course.course_id, language: 'german' });
    return { course_id: course.course_id, language: 'german' };
  },
  audioFeed: ownFeed,
  audioFeedPicture: ownFeed,
  issueCertificate: completed('course_completion'),
  finishFinalTest: completed('final_test'),
  enrolInCourse: async (owner) => ({ course_id: await othersCourse(owner) }),
  buyCourse: async (owner) => ({ course_id: await othersCourse(owner, { price: 10 }), code: undefined }),
  quoteCode: async (owner) => {
    const courseId = await othersCourse(owner, { price: 10 });
    const { account_id: creatorId } = (await owner.knex('creator_course').orderBy('created_at', 'desc').first('account_id'))!;
    await owner.knex('market_code').insert({ id: randomUUID(), account_id: creatorId, code: 'HONEY', percent: 20 });
    return { course_id: courseId, code: 'HONEY' };
  },
  rateCourse: async (owner) => ({ course_id: (await completedCourse(owner)).market }),
  saveCourseContact: async (owner) => ({ course_id: (await enrolledCourse(owner)).market }),
  saveSatisfaction: async (owner) => ({ course_id: (await completedCourse(owner)).copy }),
  askLessonQuestion: async (owner) => {
    const { copy, lesson } = await enrolledCourse(owner);
    return { course_id: copy, lesson_id: lesson };
  },
  answerRating: async ({ knex, accountId }) => {
    const rating = await knex('course_rating').where({ account_id: accountId }).first();
    return { course_id: rating!.creator_course_id, rating_id: rating!.id };
  },
  messageStudents: async ({ knex, accountId }) => {
    const { creator_course_id } = (await knex('enrolment').where({ account_id: accountId }).orderBy('created_at').first())!;
    const studentId = await insertAccount(knex);
    await knex('enrolment').insert({ account_id: studentId, creator_course_id, version: 1, course_id: await givenCourse(studentId) });
    await knex('course_message').where({ account_id: accountId }).del();
    return { course_id: creator_course_id, student_ids: undefined };
  },
  chooseContent: async (owner) => {
    const { course_id: contentId, lessons } = await writtenCourse(owner);
    return { content_id: contentId, preview_lessons: lessons.slice(0, 1), is_confirmed: true };
  },
  openChatRoom: async ({ knex, accountId }) => {
    const personId = await insertAccount(knex);
    await knex('connection').insert({ requester_id: accountId, addressee_id: personId, state: 'accepted', answered_at: new Date() });
    return { person_id: personId };
  },
  answerConnection: async ({ knex, accountId }) => {
    const personId = await insertAccount(knex);
    await knex('connection').insert({ requester_id: personId, addressee_id: accountId });
    return { person_id: personId };
  },
  // the latest rating of a card that has been rated often
  undoFlashCardRating: async ({ knex, accountId }) => {
    const card = await knex('flash_card').where({ account_id: accountId }).first();
    const rated = (reviews_before: number) => ({
      account_id: accountId,
      id: randomUUID(),
      card_id: card!.id,
      rating: 'good',
      reviews_before,
    });
    const ratings = times(RATINGS, (at) => ({ ...rated(at), card_before: JSON.stringify(card!.card), due_before: card!.due_at }) as const);
    await knex.batchInsert('flash_card_rating', ratings as never, 500);
    await knex('flash_card').where({ account_id: accountId, id: card!.id }).update({ reviews: RATINGS });
    return { card_id: card!.id, rating_id: ratings.at(-1)!.id };
  },
  // every minute of four weeks
  listStudyDays: async (owner) => {
    const { course_id } = await writtenCourse(owner);
    await owner.knex.raw(
      `insert into activity_minute (account_id, course_id, at)
       select :me, :course_id, date_trunc('minute', now()) - n * interval '1 minute' from generate_series(1, :minutes) n on conflict do nothing`,
      { me: owner.accountId, course_id, minutes: STUDIED_MINUTES },
    );
    return { course_id, time_zone: 'Europe/Berlin' };
  },
  editReply: ownReply,
  likeReply: ownReply,
  reportSubject: othersPost,
  decideModeration: othersPost,
  editChatMessage: async ({ knex, accountId }) => {
    await knex('chat_message').where({ account_id: accountId }).update({ created_at: new Date() });
    return {};
  },
  readMailChoice: mailChoice,
  saveMailChoice: mailChoice,
  recordContract: async ({ knex, accountId, email }) => {
    await knex('organisation_member').where({ account_id: accountId }).del();
    return { owner_email: email };
  },
  createCode: async () => ({ code: randomUUID().replaceAll('-', '').slice(0, 20).toUpperCase() }),
  planBatch: listed(CSV_CHARACTERS),
  estimateBatch: listed(CSV_CHARACTERS),
  planCreatorBatch: listed(CREATORS_CSV_CHARACTERS),
  estimateCreatorBatch: listed(CREATORS_CSV_CHARACTERS),
  changeSetting: async () => ({ name: 'max_active_runs', value: 10 }),
  actOnPerson: async ({ knex }) => ({ person_id: await insertAccount(knex) }),
  // none of these exist: the request is read completely before the row is sought
  noteAlert: async () => ({ alert_id: randomUUID() }),
  actOnCreatorBatch: async () => ({ batch_id: randomUUID() }),
  importFlashCards: async ({ knex, accountId }) => {
    await knex('flash_card').where({ account_id: accountId }).del();
    return {};
  },
};

/**
 * Undoes changes that earlier inputs made to the account itself, so that each begins with the same state, and creates what the operation
 * needs.
 */
export async function givenState(operation: string, owner: Owner): Promise<Given> {
  const { knex, accountId } = owner;
  await knex('account').where({ id: accountId }).update({ birth_year: 1990, email_verified_at: new Date(), deletion_due_at: null });
  for (const table of ['second_factor_step', 'second_factor', 'writing_suspension'])
    await knex(table).where({ account_id: accountId }).del();
  await knex('rate_limit').del();
  return (await STATES[operation]?.(owner)) ?? {};
}

/** Publishes a large course of another user. @returns its id in the market */
async function othersCourse({ knex }: { knex: Knex }, changes: { price?: number } = {}): Promise<string> {
  const [{ content, most }] = COURSE_SHAPES as [(typeof COURSE_SHAPES)[number]];
  const accountId = await insertAccount(knex, { birth_year: 1980 });
  const contentId = await givenCourse(accountId, { document: content(most) });
  const fields = {
    title: 'Beekeeping for balconies',
    description: 'From an empty hive to the first honey of a year.',
    category: 'personal',
    difficulty: 'beginner',
    objectives: 'Keep bees',
    ...changes,
  } as const;
  const { id } = await createCreatorCourse({ accountId, fields, idempotencyKey: randomUUID() });
  await chooseContent({ accountId, courseId: id, contentId, isConfirmed: true });
  await publishCourse({ accountId, courseId: id, hasRights: true });
  return id;
}

/** Enrols in a course of another user. @returns its id in the market, its copy, and the copy's lessons */
async function enrolledCourse(owner: { knex: Knex; accountId: string }): Promise<Enrolled> {
  const market = await othersCourse(owner);
  const copy = await enrolFree({ accountId: owner.accountId, courseId: market });
  const version = await owner.knex('course_version').where({ course_id: copy }).first('content');
  const lessons: string[] = lessonsOf(version!.content);
  return { market, copy, lesson: lessons[0]!, lessons };
}

interface Enrolled {
  readonly market: string;
  readonly copy: string;
  readonly lesson: string;
  readonly lessons: readonly string[];
}

async function completedCourse({ knex, accountId }: Owner): Promise<Enrolled> {
  const taken = await enrolledCourse({ knex, accountId });
  for (const lessonId of taken.lessons) await completeLesson({ accountId, courseId: taken.copy, lessonId });
  return taken;
}
