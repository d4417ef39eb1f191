import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import { MENTOR_ANSWER_CENTITOKENS, TUTOR_SESSION } from '#contract/billing/catalogue.ts';
import { BLANK_MESSAGE, MENTOR_TITLE_LENGTH, type MentorEngine } from '#contract/mentor/mentor.contract.ts';
import { say } from '#contract/platform/sentence.contract.ts';
import { VISIBLE } from '#contract/platform/visible-text.ts';
import { reserveWork, type Work } from '#domain/billing/ledger/reserve-work.command.ts';
import { jobOf, type MessageRow, type SessionRow } from '#domain/mentor/mentor-message.ts';
import type { MentorQuestion } from '#domain/mentor/prompts/mentor-prompt.ts';
import { fixedText } from '#domain/mentor/safety/fixed-texts.ts';
import { judgeMessage } from '#domain/mentor/safety/policy.ts';
import { config } from '#domain/platform/config.ts';
import { transact } from '#domain/platform/database.ts';
import { fieldProblem, notFound, ProductError } from '#domain/platform/errors.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { historyBefore } from './history.queries.ts';
import { isForMinor, knowsOf, learningContext, type LearningContext } from './learning-context.queries.ts';

/** A question as it is sent. */
export interface NewQuestion {
  readonly accountId: string;
  /** Made by the client: the same message sent again is the same question. */
  readonly messageId: string;
  readonly message: string;
  readonly engine: MentorEngine;
  readonly sessionId?: string | null | undefined;
  readonly lesson?: { readonly course_id: string; readonly lesson_id: string } | undefined;
  readonly passage?: string | undefined;
  readonly socratic: boolean;
  /** A new conversation is a session of the tutor about `lesson`. */
  readonly tutor?: boolean;
}

/** An answer whose row stands: to be written (`ask`), or finished already. */
export interface BegunAnswer {
  readonly session: SessionRow;
  readonly question: MessageRow;
  readonly answer: MessageRow;
  /** Null: no engine is asked, the answer is there. */
  readonly ask: MentorQuestion | null;
}

/**
 * Writes a question and the row of its answer, and sets aside what the answer costs, in one transaction. A question that was sent before and has an
 * answer keeps it; one whose answer failed is answered anew. What the safety policy answers costs nothing and asks no engine.
 * @throws ProductError validation.failed for a blank message, or a tutor without a lesson; not_found; mentor.busy; mentor.session_over;
 *   tokens.insufficient; idempotency.body_mismatch
 */
export async function beginAnswer(given: NewQuestion): Promise<BegunAnswer> {
  if (!VISIBLE.test(given.message))
    throw new ProductError('validation.failed', BLANK_MESSAGE, { data: { errors: [fieldProblem('message', BLANK_MESSAGE)] } });
  return busyIfTaken(() =>
    transact(async (trx) => {
      const asked = given.lesson ? await contextAt(trx, given.accountId, given.lesson) : null;
      const session = await openSession(trx, given, asked);
      const before = await questionOf(trx, given, session);
      if (before) {
        const answer = await lastAnswer(trx, before);
        if (answer && answer.state !== 'failed') {
          if (answer.state === 'sending') throw busy();
          return { session, question: before, answer, ask: null };
        }
      }
      const context = isTutor(session) ? await lessonOfTutor(trx, session) : asked;
      const question = before ?? (await insertQuestion(trx, given, session, context));
      return openAnswer(trx, { session, question, engine: given.engine, context });
    }),
  );
}

/**
 * Has a question of the account answered anew, by whichever engine; the answers it has stay.
 * @throws ProductError not_found; mentor.busy; tokens.insufficient
 */
export async function beginRegeneration(given: { accountId: string; messageId: string; engine: MentorEngine }): Promise<BegunAnswer> {
  if (!isUuid(given.messageId)) throw notFound('message');
  return busyIfTaken(() =>
    transact(async (trx) => {
      const question: MessageRow | undefined = await trx('mentor_message')
        .where({ account_id: given.accountId, id: given.messageId, sender: 'user' })
        .first();
      if (!question) throw notFound('message');
      const session: SessionRow = await trx('mentor_session').where({ id: question.session_id }).forUpdate().first();
      const context = await contextOf(trx, question);
      return openAnswer(trx, { session, question, engine: given.engine, context });
    }),
  );
}

const isTutor = ({ tutor_answers_left: left }: SessionRow): boolean => left !== null;

const contextAt = (
  trx: Knex.Transaction,
  accountId: string,
  { course_id: courseId, lesson_id: lessonId }: NonNullable<NewQuestion['lesson']>,
) => learningContext(trx, { accountId, courseId, lessonId });

const contextOf = (trx: Knex.Transaction, { account_id: accountId, course_id: courseId, lesson_id: lessonId }: MessageRow) =>
  contextIfThere(trx, { accountId, courseId, lessonId });

/** A session of the tutor stays with its lesson, whichever is open. */
const lessonOfTutor = (trx: Knex.Transaction, session: SessionRow) =>
  contextIfThere(trx, { accountId: session.account_id, courseId: session.tutor_course_id, lessonId: session.tutor_lesson_id });

interface KnownLesson {
  readonly accountId: string;
  readonly courseId: string | null;
  readonly lessonId: string | null;
}

/** A lesson that is gone since is not known any more. */
async function contextIfThere(trx: Knex.Transaction, { accountId, courseId, lessonId }: KnownLesson): Promise<LearningContext | null> {
  if (courseId === null || lessonId === null) return null;
  return learningContext(trx, { accountId, courseId, lessonId }).catch((error: unknown) => {
    if (error instanceof ProductError && error.code === 'not_found') return null;
    throw error;
  });
}

/** The session of a question, locked; a new one has the id of its first question, so that one sent twice opens one session. */
async function openSession(trx: Knex.Transaction, given: NewQuestion, lesson: LearningContext | null): Promise<SessionRow> {
  const { accountId, messageId, message, engine, sessionId } = given;
  const id = sessionId ?? messageId;
  if (!isUuid(id)) throw notFound('conversation');
  if (!sessionId) {
    const title = message.replaceAll(/\s+/g, ' ').slice(0, MENTOR_TITLE_LENGTH / 2);
    const tutor = given.tutor ? tutorOf(lesson) : {};
    await trx('mentor_session')
      .insert({ id, account_id: accountId, title, engine, ...tutor })
      .onConflict('id')
      .ignore();
  }
  const [session] = await trx('mentor_session')
    .where({ id, account_id: accountId })
    .update({ engine, updated_at: trx.fn.now() })
    .returning('*');
  if (!session) throw notFound('conversation');
  return session;
}

function tutorOf(lesson: LearningContext | null) {
  const needed = 'A tutor session needs the lesson it is about.';
  if (!lesson) throw new ProductError('validation.failed', needed, { data: { errors: [fieldProblem('lesson', needed)] } });
  return { tutor_course_id: lesson.courseId, tutor_lesson_id: lesson.lessonId, tutor_answers_left: TUTOR_SESSION.answers };
}

async function questionOf(trx: Knex.Transaction, given: NewQuestion, session: SessionRow): Promise<MessageRow | null> {
  const row: MessageRow | undefined = await trx('mentor_message').where({ account_id: given.accountId, id: given.messageId }).first();
  if (!row) return null;
  if (row.sender !== 'user' || row.text !== given.message || row.session_id !== session.id)
    throw new ProductError('idempotency.body_mismatch', 'This message was sent with another text already.');
  return row;
}

const lastAnswer = (trx: Knex.Transaction, question: MessageRow): Promise<MessageRow | undefined> =>
  trx('mentor_message')
    .where({ session_id: question.session_id, reply_to: question.id })
    .orderBy([
      { column: 'created_at', order: 'desc' },
      { column: 'id', order: 'desc' },
    ])
    .first();

async function insertQuestion(
  trx: Knex.Transaction,
  given: NewQuestion,
  session: SessionRow,
  context: LearningContext | null,
): Promise<MessageRow> {
  const [row] = await trx('mentor_message')
    .insert({
      account_id: given.accountId,
      id: given.messageId,
      session_id: session.id,
      sender: 'user',
      text: given.message,
      state: 'sent',
      course_id: context?.courseId ?? null,
      lesson_id: context?.lessonId ?? null,
      passage: given.passage || null,
      socratic: given.socratic || isTutor(session),
    })
    .returning('*');
  return row;
}

interface Opening {
  readonly session: SessionRow;
  readonly question: MessageRow;
  readonly engine: MentorEngine;
  readonly context: LearningContext | null;
}

async function openAnswer(trx: Knex.Transaction, { session, question, engine, context }: Opening): Promise<BegunAnswer> {
  const { account_id: accountId } = question;
  const isMinor = await isForMinor(trx, accountId, context);
  const finding = judgeMessage(question.text, { isMinor });
  const id = uuidv7();
  const common = {
    account_id: accountId,
    id,
    session_id: session.id,
    sender: 'other',
    reply_to: question.id,
    socratic: question.socratic,
    engine,
  };
  if (finding) {
    const fixed = { ...common, state: 'sent', safety: finding.topic, text: fixedText(finding), ended_at: trx.fn.now() };
    const [answer] = await trx('mentor_message').insert(fixed).returning('*');
    return { session, question, answer, ask: null };
  }
  if (session.tutor_answers_left === 0) throw new ProductError('mentor.session_over');
  const leaseUntil = new Date(Date.now() + config().leaseMs);
  const [answer] = await trx('mentor_message')
    .insert({
      ...common,
      state: 'sending',
      knows: context && JSON.stringify(knowsOf(context)),
      lease_until: trx.raw(`now() + ? * interval '1 ms'`, [config().leaseMs]),
    })
    .returning('*');
  const price = priceIn(session);
  if (price) await reserveWork(trx, { accountId, jobId: jobOf(id), expiresAt: leaseUntil, ...price });
  const history = await historyBefore(trx, question);
  return {
    session,
    question,
    answer,
    ask: {
      text: question.text,
      passage: question.passage,
      socratic: question.socratic,
      isTutor: isTutor(session),
      isMinor,
      history,
      context,
    },
  };
}

/**
 * What an answer in a conversation may cost. The first answer of a tutor session takes one of the plan's sessions, which pays for all of them
 * (null); where there is none each costs tokens.
 */
function priceIn(session: SessionRow): Pick<Work, 'centitokens' | 'quota' | 'cause'> | null {
  const { title } = session;
  if (!isTutor(session))
    return {
      centitokens: MENTOR_ANSWER_CENTITOKENS,
      quota: { feature: 'mentor_answer', units: 1 },
      cause: say('AI Mentor: {title}', { title }),
    };
  if (session.tutor_by_plan) return null;
  const isFirst = session.tutor_answers_left === TUTOR_SESSION.answers;
  return {
    centitokens: TUTOR_SESSION.answer_centitokens,
    ...(isFirst && { quota: { feature: 'vortex_session' as const, units: 1 } }),
    cause: say('Vortex tutor: {title}', { title }),
  };
}

const busy = () => new ProductError('mentor.busy', 'The mentor is still answering here. Wait for the answer or stop it.');
const UNIQUE_VIOLATION = '23505';

/** One session has one answer under way: the index says so. */
async function busyIfTaken<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string };
    if (code === UNIQUE_VIOLATION && constraint === 'mentor_message_one_sending') throw busy();
    throw error;
  }
}
