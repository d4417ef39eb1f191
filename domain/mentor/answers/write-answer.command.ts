import { setTimeout as sleep } from 'node:timers/promises';
import { type MentorEngine, type MentorEvent, type MentorMessage, MENTOR_ENGINES } from '#contract/mentor/mentor.contract.ts';
import { FORM_OPTIONS } from '#contract/generation/course-form.contract.ts';
import type { ErrorCode } from '#contract/platform/errors.ts';
import { inEnglish } from '#contract/platform/sentence.contract.ts';
import { serviceOf, type Service } from '#contract/platform/ai-services.ts';
import { wireMessage, wireSession } from '#domain/mentor/mentor-message.ts';
import { answerSchema, mentorPrompt, MOST_ANSWER_TOKENS, type MentorQuestion } from '#domain/mentor/prompts/mentor-prompt.ts';
import { config } from '#domain/platform/config.ts';
import { database } from '#domain/platform/database.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { logger } from '#domain/platform/logger.ts';
import type { FailedAttempt } from '#domain/platform/steps/step.ts';
import { expression, sql } from '#domain/platform/sql.ts';
import { causeOf, reasonOf, type Cause } from '#domain/vendors/llm/failure-cause.ts';
import { askModel } from '#domain/vendors/llm/llm.client.ts';
import { languageProblem, likelyLanguages } from '#domain/vendors/llm/hygiene/answer-language.ts';
import { vendorAvailability, type Availability } from '#domain/vendors/llm/vendor-availability.queries.ts';
import { AllowanceWait, CallAborted, VendorFailure } from '#domain/vendors/llm/vendor-failure.ts';
import { passagesIn } from '#domain/notes/lesson-passages.queries.ts';
import { takeTurn, type StartedAnswer } from './begin-answer.command.ts';
import { endAnswer } from './answer.commands.ts';
import { solutionGuard, withQuestionBack } from './teaching-rules.ts';

/** Interval for storing the text so far and checking for a stop request. */
const BEAT_MS = 1_000;
/** Interval in which an answer that waits looks whether those before it have ended. */
const TURN_MS = 300;
const FAILED = 'Failed to send message to AI mentor';
const MOST_QUOTES = 3;

const underWay = new Set<Promise<unknown>>();

/**
 * Resolves when this process is writing no answer, or after `withinMs`; call it before the process ends. The sweep ends interrupted
 * answers.
 */
export async function answersWritten(withinMs: number): Promise<void> {
  await Promise.race([Promise.allSettled(underWay), sleep(withinMs, undefined, { ref: false })]);
}

/** Writes an answer and streams its events. It is completed even without a reader; the database row is authoritative. */
export function writeAnswer(begun: StartedAnswer): AsyncIterable<MentorEvent> {
  const events = new EventChannel<MentorEvent>();
  const { session, question, answer, ask } = begun;
  events.push({ type: 'begun', session: wireSession(session), question: wireMessage(question), answer: wireMessage(answer) });
  const writing = (ask ? new AnswerWriter(begun, ask, (event) => events.push(event)).write() : Promise.resolve(wireMessage(answer)))
    .then((ended) => events.push({ type: 'ended', answer: ended }))
    .catch((error: unknown) => {
      // the sweep ends the row when its lease has expired
      logger().error({ err: error, answer_id: answer.id }, 'mentor: an answer could not be ended');
      events.push({ type: 'ended', answer: { ...wireMessage(answer), state: 'failed', error: { code: 'mentor.failed', detail: FAILED } } });
    })
    .finally(() => {
      events.end();
      underWay.delete(writing);
    });
  underWay.add(writing);
  return events;
}

/** Returns the complete answer. @throws ProductError mentor.failed, or the reason of the failure */
export async function collectAnswer(begun: StartedAnswer): Promise<MentorMessage> {
  for await (const event of writeAnswer(begun)) {
    if (event.type !== 'ended') continue;
    const { answer } = event;
    if (answer.state === 'failed') {
      const { code, detail, reason } = answer.error ?? { code: 'mentor.failed', detail: FAILED };
      throw new ProductError(code as ErrorCode, detail, { data: { ...(reason && { reason }) } });
    }
    return answer;
  }
  throw new ProductError('mentor.failed', FAILED);
}

type Outcome = Omit<Parameters<typeof endAnswer>[0], 'accountId' | 'answerId'>;

/** One answer being written by this process. */
class AnswerWriter {
  readonly #begun: StartedAnswer;
  #ask: MentorQuestion;
  /** What the answer must not give away; known when its turn has come. */
  #toldIn: ReturnType<typeof solutionGuard> = () => null;
  readonly #emit: (event: MentorEvent) => void;
  readonly #abort = new AbortController();
  #text = '';
  #stored = '';
  #engine: MentorEngine | null = null;
  #isStopped = false;
  #isTaken = false;

  constructor(begun: StartedAnswer, ask: MentorQuestion, emit: (event: MentorEvent) => void) {
    this.#begun = begun;
    this.#ask = ask;
    this.#emit = emit;
  }

  async write(): Promise<MentorMessage> {
    const { answer } = this.#begun;
    const ids = { accountId: answer.account_id, answerId: answer.id };
    const stopBeating = this.#beat();
    const outcome = await this.#inTurn().finally(stopBeating);
    const ended = this.#isTaken ? null : await endAnswer({ ...ids, ...outcome });
    if (ended) return ended;
    // ended elsewhere: the row decides
    const row = await database()('mentor_message').where({ account_id: ids.accountId, id: ids.answerId }).first();
    return wireMessage(row ?? { ...answer, state: 'failed', error_code: 'mentor.failed', error_detail: FAILED, error_reason: null });
  }

  /** Waits for the answers before this one, and writes it. */
  async #inTurn(): Promise<Outcome> {
    const { question, answer } = this.#begun;
    try {
      for (let isWaiting = answer.state === 'waiting'; isWaiting && !this.#isTaken;) {
        if (this.#isStopped) return { state: 'stopped' };
        const turn = await takeTurn(this.#begun);
        isWaiting = turn === null;
        if (turn) {
          const { session, answer: begun, history } = turn;
          this.#ask = { ...this.#ask, history };
          this.#emit({ type: 'begun', session: wireSession(session), question: wireMessage(question), answer: wireMessage(begun) });
        } else await sleep(TURN_MS, undefined, { signal: this.#abort.signal }).catch(() => undefined);
      }
    } catch (error) {
      if (error instanceof ProductError) return { state: 'failed', error: { code: error.code, detail: error.message } };
      throw error;
    }
    return this.#isTaken ? { state: 'failed' } : this.#askEngines();
  }

  async #askEngines(): Promise<Outcome> {
    this.#toldIn = solutionGuard(this.#ask);
    const chosen = this.#begun.answer.engine!;
    const availability = await vendorAvailability();
    const engines = engineOrder(chosen, availability);
    let problem: string | null = null;
    let detail = FAILED;
    let tried: readonly FailedAttempt[] = [];
    const failedWith = (service: Service, cause: Cause) => {
      tried = [...tried, { service, code: 'vendors.failed', at: new Date().toISOString(), cause }];
    };
    for (const [place, engine] of engines.entries()) {
      // there is no other service, so it gets one more try with its flaw
      const mayAskItAgain = engines.length === 1 && place === 0;
      if (engine !== (this.#engine ?? chosen)) this.#emit({ type: 'switched', from_engine: this.#engine ?? chosen, to_engine: engine });
      this.#engine = engine;
      this.#setText('');
      try {
        const { answer, quotes } = await this.#askOne(engine, problem);
        const told = this.#toldIn(answer);
        problem = told?.hint ?? languageProblem([answer], askedIn(this.#ask));
        if (problem !== null) {
          detail = told?.detail ?? FAILED;
          failedWith(serviceOf(engine), told === null ? 'other_language' : 'unfit');
          if (mayAskItAgain) engines.push(engine);
          continue;
        }
        const text = withQuestionBack(answer, this.#ask);
        this.#setText(text);
        return { state: 'sent', text, quotes: await this.#verified(quotes), engineUsed: engine };
      } catch (error) {
        if (this.#isStopped) return { state: 'stopped', text: this.#text, engineUsed: engine };
        if (error instanceof CallAborted) break;
        if (error instanceof ProductError) return { state: 'failed', text: this.#text, error: { code: error.code, detail: error.message } };
        if (!(error instanceof VendorFailure || error instanceof AllowanceWait)) {
          logger().error({ err: error, answer_id: this.#begun.answer.id }, 'mentor: an answer failed');
          break;
        }
        const { shutFor = 'out_of_reach' } = availability[serviceOf(engine)];
        failedWith(serviceOf(engine), error instanceof VendorFailure ? causeOf(error) : shutFor);
        // the service has read the question and refused, so no other is asked
        if (error instanceof VendorFailure && error.kind === 'refused') break;
        if (error instanceof VendorFailure && error.flaw !== null && error.repairHint !== null) {
          [problem, detail] = [error.repairHint, FAILED];
          if (mayAskItAgain) engines.push(engine);
        }
      }
    }
    if (problem !== null) this.#setText('');
    const reason = detail === FAILED ? reasonOf(tried) : null;
    const error = { code: 'mentor.failed' as const, detail, reason: reason ? inEnglish(reason) : undefined };
    return { state: 'failed', text: this.#text, error };
  }

  async #askOne(engine: MentorEngine, problem: string | null): Promise<{ answer: string; quotes: string[] }> {
    const { value } = await askModel({
      service: serviceOf(engine),
      purpose: 'mentor',
      ...mentorPrompt(this.#ask, problem),
      schema: answerSchema,
      maxOutputTokens: MOST_ANSWER_TOKENS,
      lane: 'interactive',
      accountId: this.#begun.answer.account_id,
      runId: null,
      stepId: null,
      signal: this.#abort.signal,
      onPartial: (partial) => {
        const { answer } = partial as { answer?: unknown };
        // a solution must not be shown and then withdrawn
        if (typeof answer === 'string' && this.#toldIn(answer) === null) this.#setText(answer);
      },
    });
    return value;
  }

  /** Returns the quotes that occur word for word in the lesson, and drops all others. */
  async #verified(quotes: readonly string[]): Promise<string[]> {
    const { context } = this.#ask;
    if (!context || quotes.length === 0) return [];
    const { account_id: accountId } = this.#begun.answer;
    return passagesIn({ accountId, courseId: context.courseId, lessonId: context.lessonId, quotes: quotes.slice(0, MOST_QUOTES) });
  }

  /** Sends the appended text, or the position from which it has changed. */
  #setText(text: string): void {
    if (text === this.#text) return;
    let from = 0;
    const most = Math.min(text.length, this.#text.length);
    while (from < most && text[from] === this.#text[from]) from += 1;
    this.#text = text;
    this.#emit({ type: 'text', from, text: text.slice(from) });
  }

  /** Periodically renews the lease, stores the text, and checks for a stop request. */
  #beat(): () => void {
    const { answer } = this.#begun;
    let isBeating = false;
    const beat = async () => {
      if (isBeating) return;
      isBeating = true;
      try {
        const text = this.#text;
        const [row] = await database()('mentor_message')
          .where({ account_id: answer.account_id, id: answer.id })
          .whereNotNull('lease_until')
          .update({
            lease_until: expression(database(), sql`now() + ${config().leaseMs} * interval '1 ms'`),
            ...(text !== this.#stored && { text }),
          })
          .returning('stop_requested');
        this.#stored = text;
        if (!row) this.#isTaken = true;
        else if (row.stop_requested) this.#isStopped = true;
        if (this.#isTaken || this.#isStopped) this.#abort.abort();
      } catch (error) {
        logger().warn({ err: error, answer_id: answer.id }, 'mentor: an answer could not be stored, retrying');
      } finally {
        isBeating = false;
      }
    };
    const timer = setInterval(() => void beat(), BEAT_MS);
    return () => clearInterval(timer);
  }
}

/**
 * Returns the engines in order: the chosen one, then the others; unreachable ones last, because the learner waits. Services without a key
 * are omitted.
 */
function engineOrder(chosen: MentorEngine, availability: Record<Service, Availability>): MentorEngine[] {
  const configured = [chosen, ...MENTOR_ENGINES.filter((engine) => engine !== chosen)].filter(
    (engine) => availability[serviceOf(engine)].configured,
  );
  const isThere = (engine: MentorEngine) => availability[serviceOf(engine)].available;
  return [...configured.filter(isThere), ...configured.filter((engine) => !isThere(engine))];
}

/** Languages that an answer may be in: the question's and the course's, and those that the conversation or lesson is about. */
function askedIn({ text, passage, history, context }: MentorQuestion): Parameters<typeof languageProblem>[1] {
  const own = FORM_OPTIONS.language_preference.find((language) => language === context?.language);
  const about = [text, passage, context?.courseTitle, ...history.flatMap((turn) => [turn.question, turn.answer])];
  return {
    languages: [...(own ? [own] : []), ...[text, ...history.map(({ question }) => question)].flatMap(likelyLanguages)],
    about: about.join('\n'),
    lesson: context?.content ?? '',
  };
}

/** Passes events from a producer to one consumer, in order. A consumer that leaves does not stop the producer. */
class EventChannel<T> implements AsyncIterable<T> {
  #waiting: T[] = [];
  #ended = false;
  #left = false;
  #wake: (() => void) | null = null;

  push(event: T): void {
    if (this.#left || this.#ended) return;
    this.#waiting.push(event);
    this.#wake?.();
  }

  end(): void {
    this.#ended = true;
    this.#wake?.();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T> {
    try {
      for (;;) {
        while (this.#waiting.length > 0) yield this.#waiting.shift()!;
        if (this.#ended) return;
        await new Promise<void>((resolve) => (this.#wake = resolve));
        this.#wake = null;
      }
    } finally {
      this.#left = true;
      this.#waiting = [];
    }
  }
}
