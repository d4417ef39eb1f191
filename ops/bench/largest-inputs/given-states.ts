import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import { Secret, TOTP } from 'otpauth';
import { QUIZ_LIMITS } from '#contract/courses/quiz.contract.ts';
import { OUTLINE_LIMITS } from '#contract/generation/run-control.contract.ts';
import { buildLesson, givenCourse } from '#domain/courses/content/course.factory.ts';
import { givenProposal } from '#domain/courses/proposals/proposal.factory.ts';
import { givenStartedRun, playFailure, playOutline } from '#domain/generation/runs/run.factory.ts';
import { makeLink } from '#domain/identity/accounts/account-link.ts';
import { startSecondStep } from '#domain/identity/second-factor/pending-sign-in.ts';
import { newTotpSecret } from '#domain/identity/second-factor/totp.ts';
import { refreshTokenOf } from '#domain/identity/sessions/session-secrets.ts';
import { enrolFree } from '#domain/market/enrolment.commands.ts';
import { chooseContent, publishCourse } from '#domain/market/publish-course.command.ts';
import { createCreatorCourse } from '#domain/studio/creator-course.commands.ts';
import { insertAccount } from '#domain/testing/account.factory.ts';
import { transact } from '#domain/platform/database.ts';
import { unsubscribeToken } from '#domain/platform/links/unsubscribe-token.ts';
import { tokenOf, type LinkKind } from '#domain/platform/links/secret-link.ts';
import { COURSE_SHAPES } from './course-files.ts';

export const PASSWORD = 'correct horse battery';
const YEAR = new Date().getFullYear();

interface Owner {
  readonly knex: Knex;
  readonly accountId: string;
  readonly email: string;
}
/** Values of parameters and fields by their names; undefined: left out. */
export type Given = Readonly<Record<string, unknown>>;
type State = (owner: Owner) => Promise<Given>;

const link =
  (kind: LinkKind, more: Given = {}): State =>
  async ({ accountId }) => {
    const { seed } = await transact((trx) => makeLink(trx, kind, accountId));
    return { token: tokenOf(kind, seed), ...more };
  };

/** A link by which a parent answers for the account, which is then a child's. @param hasAgreed whether they have agreed before */
const parentLink =
  (hasAgreed: boolean, more: Given = {}): State =>
  async (owner) => {
    const { knex, accountId } = owner;
    const row = { account_id: accountId };
    await knex('account')
      .where({ id: accountId })
      .update({ birth_year: YEAR - 12 });
    await knex('parental_consent').where(row).del();
    if (hasAgreed) await knex('parental_consent').insert({ ...row, given_by: 'parent', parent_email: 'parent@example.com' });
    await knex('parental_request')
      .insert({ ...row, parent_email: 'parent@example.com' })
      .onConflict('account_id')
      .merge();
    return link('parental-consent', more)(owner);
  };

/** An authenticator app, and a code of it. */
async function authenticator({ knex, accountId, email }: Owner, { isOn }: { isOn: boolean }): Promise<{ code: string }> {
  const { sealed, text } = newTotpSecret({ accountId, email });
  await knex('second_factor').insert({ account_id: accountId, secret: sealed, confirmed_at: isOn ? new Date() : null });
  return { code: new TOTP({ algorithm: 'SHA1', digits: 6, period: 30, secret: Secret.fromBase32(text) }).generate() };
}
const withAuthenticator: State = async (owner) => ({ ...(await authenticator(owner, { isOn: true })), password: PASSWORD });

const times = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));
const words = (length: number) =>
  'Bees fly at dawn and return at dusk. '
    .repeat(Math.ceil(length / 37))
    .slice(0, length)
    .trim();

/** A run whose outline waits to be accepted. */
async function waitingRun({ accountId }: Owner): Promise<string> {
  const runId = await givenStartedRun(accountId, { review_outline: true });
  await playOutline(runId);
  return runId;
}

/** A large course that a run has written, so that it can be written anew, and its lessons. */
async function writtenCourse({ knex, accountId }: Owner): Promise<{ course_id: string; lesson_id: string; lessons: string[] }> {
  const [{ content, most }] = COURSE_SHAPES as [(typeof COURSE_SHAPES)[number]];
  const courseId = await givenCourse(accountId, { document: content(most) });
  const version = await knex('course_version').where({ course_id: courseId }).first('content');
  const lessons: string[] = version!.content.modules.flatMap((module: { lessons: { lesson_id: string }[] }) =>
    module.lessons.map((lesson) => lesson.lesson_id),
  );
  return { course_id: courseId, lesson_id: lessons[0]!, lessons };
}

/** The course of a row that the account has. */
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
  const post = { id: randomUUID(), author_id: await insertAccount(knex), forum_id: 'general', title: words(200), content: words(20_000) };
  await knex('forum_post').insert(post);
  return { subject_type: 'post', subject_id: post.id };
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

/** What must be there for an operation to be accepted, by its name: made right before its inputs are sent. */
const STATES: Readonly<Record<string, State>> = {
  login: async ({ email }) => ({ email, password: PASSWORD }),
  refresh: async ({ knex, accountId }) => {
    const session = await knex('session').where({ account_id: accountId }).orderBy('created_at', 'desc').first();
    return { refresh_token: refreshTokenOf(session!.id, session!.generation) };
  },
  register: async () => ({ email: `${randomUUID()}@example.com` }),
  changePassword: async () => ({ current: PASSWORD, new: PASSWORD }),
  requestDeletion: async () => ({ password: PASSWORD }),
  readReset: link('reset-password'),
  resetPassword: link('reset-password', { password: PASSWORD, code: undefined, end_passkeys: [], end_providers: [] }),
  verifyEmail: link('verify-email'),
  readParentalRequest: parentLink(false),
  answerParentalRequest: parentLink(false, { agrees: true }),
  correctBirthYear: parentLink(true, { birth_year: 2010 }),
  setUpSecondFactor: async () => ({ password: PASSWORD }),
  confirmSecondFactor: async (owner) => ({ ...(await authenticator(owner, { isOn: false })), password: PASSWORD }),
  renewRecoveryCodes: withAuthenticator,
  turnOffSecondFactor: withAuthenticator,
  finishSignIn: async (owner) => {
    const { code } = await authenticator(owner, { isOn: true });
    const pending = await transact((trx) => startSecondStep(trx, owner.accountId));
    return { code, token: pending!.token };
  },
  startPasskey: async () => ({ password: PASSWORD }),
  askParent: async ({ knex, accountId }) => {
    await knex('account')
      .where({ id: accountId })
      .update({ birth_year: YEAR - 12 });
    return { parent_email: 'parent@example.com' };
  },
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
  proposeText: async ({ knex }) => {
    await knex('interface_text')
      .insert({ language: 'it', source: words(500), entry: JSON.stringify(words(500)) })
      .onConflict()
      .ignore();
    return { language: 'it', source: words(500), proposed: words(500) };
  },
  editTranslationNames: async (owner) => {
    const course = await writtenCourse(owner);
    await owner.knex('course_translation').insert({ course_id: course.course_id, language: 'german' });
    return { course_id: course.course_id, language: 'german' };
  },
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
  rateCourse: async (owner) => {
    const { market, copy } = await enrolledCourse(owner);
    await owner.knex('course_completion').insert({ account_id: owner.accountId, course_id: copy });
    return { course_id: market };
  },
  saveCourseContact: async (owner) => ({ course_id: (await enrolledCourse(owner)).market }),
  saveSatisfaction: async (owner) => ({ course_id: (await enrolledCourse(owner)).copy }),
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
    await knex('enrolment').insert({ account_id: await insertAccount(knex), creator_course_id, version: 1 });
    return { course_id: creator_course_id };
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
  editReply: ownReply,
  likeReply: ownReply,
  reportSubject: othersPost,
  decideModeration: othersPost,
  readMailChoice: mailChoice,
  saveMailChoice: mailChoice,
  recordContract: async ({ email }) => ({ owner_email: email }),
  createCode: async () => ({ code: randomUUID().replaceAll('-', '').slice(0, 20).toUpperCase() }),
  importFlashCards: async ({ knex, accountId }) => {
    await knex('flash_card').where({ account_id: accountId }).del();
    return {};
  },
};

/** Undoes what earlier inputs have changed of the account itself, so that each begins with the same one, and makes what the operation needs. */
export async function givenState(operation: string, owner: Owner): Promise<Given> {
  const { knex, accountId } = owner;
  await knex('account').where({ id: accountId }).update({ birth_year: 1990, email_verified_at: new Date(), deletion_due_at: null });
  for (const table of ['second_factor_step', 'second_factor', 'writing_suspension'])
    await knex(table).where({ account_id: accountId }).del();
  await knex('rate_limit').del();
  return (await STATES[operation]?.(owner)) ?? {};
}

/** Publishes a large course of somebody else. @returns its id in the market */
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

/** Takes a course of somebody else. @returns its id in the market, its copy, and the copy's first lesson */
async function enrolledCourse(owner: { knex: Knex; accountId: string }): Promise<{ market: string; copy: string; lesson: string }> {
  const market = await othersCourse(owner);
  const copy = await enrolFree({ accountId: owner.accountId, courseId: market });
  const version = await owner.knex('course_version').where({ course_id: copy }).first('content');
  return { market, copy, lesson: version!.content.modules[0]!.lessons[0]!.lesson_id };
}
