import { uuidv7 } from 'uuidv7';
import { beforeEach, describe, expect, it } from 'vitest';
import { FREE_PLAN, MENTOR_ANSWER_CENTITOKENS, TUTOR_SESSION } from '#contract/billing/catalogue.ts';
import { givenTokens } from '#domain/billing/ledger/wallet.factory.ts';
import { walletBalance } from '#domain/billing/wallet/wallet.queries.ts';
import { buildLesson, givenCourse, givenOwner } from '#domain/courses/content/course.factory.ts';
import { answerQuestion } from '#domain/practice/answer-question.command.ts';
import { createNote } from '#domain/notes/note.commands.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { beginAnswer, beginRegeneration } from './answers/begin-answer.command.ts';
import { stopAnswer, releaseMentorHolds, sweepAnswers } from './answers/answer.commands.ts';
import { collectAnswer, writeAnswer } from './answers/write-answer.command.ts';
import { allOf, ask, question, textOf, useMentorSandbox } from './mentor.factory.ts';
import { deleteSession, renameSession } from './sessions/rename-session.command.ts';
import { listSessions, readSession } from './sessions/sessions.queries.ts';

const db = useTestDatabase();
let hold: ((sent: number) => Promise<void> | undefined) | null = null;
const sandbox = useMentorSandbox({ hold: (_, sent) => hold?.(sent) });

const TEXT = 'A hive stands behind a wall, where the wind is weak.\n\nFeed the colony in *autumn*, before the frost.';
let accountId: string;
let courseId: string;
beforeEach(async () => {
  hold = null;
  accountId = await givenOwner({ tokens: 0 });
  const lesson = { ...buildLesson({ content: TEXT }), lesson_id: uuidv7() };
  courseId = await givenCourse(accountId, { document: { modules: [{ title: 'M', summary: '', lessons: [lesson, buildLesson()] }] } });
});

const free = async () => (await walletBalance(accountId)).quotas.find(({ name }) => name === 'mentor_answer')!;
const tokens = async () => (await walletBalance(accountId)).balance;
const lesson = () => ({ course_id: courseId, lesson_id: '0_0' });
/** Pauses in the middle of the answer until released. */
function holdAnswers(): { begun: Promise<void>; letGo: () => void } {
  const begun = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  hold = (sent) => {
    if (sent < 60) return undefined;
    begun.resolve();
    return gate.promise;
  };
  return { begun: begun.promise, letGo: () => ((hold = null), gate.resolve()) };
}

describe('an answer', () => {
  it.each([
    ['claude', 'claude'],
    ['gemini', 'gemini'],
    ['gpt4', 'openai'],
    ['grok', 'grok'],
  ] as const)('MEN-01 MEN-06 of %s arrives as it is written, and is stored with its question', async (engine, service) => {
    const { answer, sessionId, events } = await ask(question(accountId, 'When should I feed the bees?', { engine }));
    expect(answer).toMatchObject({ sender: 'other', state: 'sent', ai_engine: engine, ai_engine_used: engine });
    expect(textOf(events)).toBe(answer.message);
    expect(events.filter(({ type }) => type === 'text').length).toBeGreaterThan(0);
    expect((await sandbox.calls()).map((call) => [call.service, call.purpose])).toEqual([[service, 'mentor']]);
    const { messages, session } = await readSession({ accountId, sessionId, limit: 50 });
    expect(session).toMatchObject({ session_id: sessionId, ai_engine: engine, title: 'When should I feed the bees?' });
    expect(messages.map(({ sender, message }) => [sender, message])).toEqual([
      ['user', 'When should I feed the bees?'],
      ['other', answer.message],
    ]);
    for (const { timestamp } of messages) expect(Math.abs(Date.parse(timestamp) - Date.now())).toBeLessThan(60_000);
  });

  it('MEN-03 a blank message is refused with the specified text, and nothing is written', async () => {
    for (const message of ['', '   ', '\u200b\u2060']) {
      await expect(beginAnswer(question(accountId, message))).rejects.toMatchObject({
        code: 'validation.failed',
        message: 'Please enter a message',
      });
    }
    expect((await listSessions({ accountId, limit: 10 })).sessions).toEqual([]);
  });

  it('knows the open lesson and the notes, and quotes only the lesson’s text', async () => {
    await createNote({ accountId, courseId, lessonId: '0_0', noteId: uuidv7(), passage: null, text: 'Why the wall?' });
    const { answer } = await ask(question(accountId, 'Why behind a wall?', { lesson: lesson() }));
    expect(answer.knows).toMatchObject({ course_id: courseId, module: 0, lesson: 0, notes: 1, lesson_title: 'The hive in spring' });
    expect(answer.quotes).toEqual(['A hive stands behind a wall, where the wind is weak.']);
  });

  it('has the manner that was chosen, whichever engine writes it, and else that of its engine', async () => {
    await sandbox.control('PUT', 'faults', { service: 'claude', mode: '500' });
    const asked = question(accountId, 'When?', { manner: 'strategic' });
    const { answer } = await ask(asked);
    expect(answer).toMatchObject({ ai_engine: 'claude', ai_engine_used: 'gemini', manner: 'strategic' });
    const again = await beginRegeneration({ accountId, messageId: asked.messageId, engine: 'grok' });
    expect(again.answer.manner).toBe('strategic');
    expect((await beginAnswer(question(accountId, 'When?', { engine: 'gemini' }))).ask).toMatchObject({ manner: 'creative' });
  });

  it('knows the wish with which the course was ordered, and its wrong answers with the right ones', async () => {
    const quiz = [
      ...buildLesson().quiz,
      {
        id: 'q2',
        question: 'How many?',
        options: [
          { id: 'x', text: 'One hive' },
          { id: 'y', text: 'Two hives' },
        ],
        answer_id: 'y',
        explanation: '',
      },
    ];
    const inOrder = { ...buildLesson({ quiz }), lesson_id: uuidv7() };
    const wishes = {
      learning_goals: 'Sell honey',
      teaching_style: 'storytelling',
      current_knowledge: 'basic',
      difficulty: 'advanced',
    } as const;
    const given = await givenCourse(accountId, { form: wishes, document: { modules: [{ title: 'M', summary: '', lessons: [inOrder] }] } });
    await db.knex('run').update({ request: db.knex.raw(`request || ?::jsonb`, [JSON.stringify(wishes)]) });
    for (const [questionId, chosen] of [
      ['q1', 'b'],
      ['q2', 'x'],
    ] as const)
      await answerQuestion({ accountId, answerId: uuidv7(), courseId: given, lessonId: '0_0', questionId, chosenIds: [chosen] });
    const about = { lesson: { course_id: given, lesson_id: '0_0' } };
    const { ask: told } = await beginAnswer(question(accountId, 'Why?', about));
    expect(told!.context).toMatchObject({
      level: 'advanced',
      wish: { goal: 'Sell honey', knowledge: 'basic', teachingStyle: 'storytelling' },
      mistakes: [
        { question: 'When may a hive be opened?', chosen: 'In the rain', right: 'On a still, warm day' },
        { question: 'How many?', chosen: 'One hive', right: 'Two hives' },
      ],
    });
    // while a final test is open, the mentor knows nothing of the mistakes that it asks about
    const test = { id: uuidv7(), account_id: accountId, course_id: given, questions: JSON.stringify([quiz[1]]) };
    await db.knex('final_test').insert(test);
    const inTest = (await beginAnswer(question(accountId, 'Why?', about))).ask!;
    expect(inTest.context!.mistakes.map(({ question: text }) => text)).toEqual(['When may a hive be opened?']);
    expect(inTest.inTest.map(({ id }) => id)).toEqual(['q2']);
    expect((await beginAnswer(question(accountId, 'Why?'))).ask!.inTest).toHaveLength(1);
  });

  it('is written in the language of the question, and only guides in guiding mode', async () => {
    const spanish = await ask(
      question(accountId, '¿Cuándo debo dar de comer a las abejas, y por qué no después de la helada?', { lesson: lesson() }),
    );
    expect(spanish.answer.message).toMatch(/\b(que|los|las|una|con)\b/);
    const guided = await ask(question(accountId, 'When should I feed them?', { socratic: true, lesson: lesson() }));
    expect(guided.answer).toMatchObject({ socratic: true });
    expect(guided.answer.message).toContain('?');
  });

  it('that a service cannot give comes from another one, and the switch is shown', async () => {
    await sandbox.control('PUT', 'faults', { service: 'claude', mode: '500' });
    const { answer, events } = await ask(question(accountId, 'When?'));
    expect(answer).toMatchObject({ state: 'sent', ai_engine: 'claude', ai_engine_used: 'gemini' });
    expect(events).toContainEqual({ type: 'switched', from_engine: 'claude', to_engine: 'gemini' });
    expect(textOf(events)).toBe(answer.message);
  });

  it('interrupted midway restarts at another service, and is not shown twice', async () => {
    await sandbox.control('PUT', 'faults', { service: 'claude', mode: 'cut' });
    const { answer, events } = await ask(question(accountId, 'When?'));
    expect(answer.ai_engine_used).toBe('gemini');
    expect(textOf(events)).toBe(answer.message);
  });

  it('knows the earlier messages, which every engine receives as data', async () => {
    const first = await ask(question(accountId, 'When should I feed the bees?'));
    await ask(question(accountId, 'And how often?', { sessionId: first.sessionId, engine: 'grok' }));
    await ask(question(accountId, 'And how often?', { engine: 'grok' }));
    const [, known, alone] = await sandbox.calls();
    expect(known!.input_tokens - alone!.input_tokens).toBeGreaterThan(first.answer.message.length / 5);
  });
});

describe('the price of an answer', () => {
  it('is one of the plan’s answers while there are some, then tokens from the catalogue', async () => {
    expect(await free()).toMatchObject({ allowed: FREE_PLAN.quotas.mentor_answer, used: 0 });
    const { answer } = await ask(question(accountId, 'When?'));
    expect(answer).toMatchObject({ paid_by_plan: true, tokens_charged: 0 });
    expect(await free()).toMatchObject({ used: 1, held: 0 });
    await db
      .knex('quota_counter')
      .where({ owner_id: accountId, feature: 'mentor_answer' })
      .update({ used: FREE_PLAN.quotas.mentor_answer });
    const before = await tokens();
    const paid = await ask(question(accountId, 'When?'));
    expect(paid.answer).toMatchObject({ paid_by_plan: false, tokens_charged: MENTOR_ANSWER_CENTITOKENS / 100 });
    expect(await tokens()).toBe(before - MENTOR_ANSWER_CENTITOKENS / 100);
  });

  it('MEN-05 MEN-07 is nothing if it failed; sent again it is the same question, answered once', async () => {
    await sandbox.control('PUT', 'faults', { service: '*', mode: '500' });
    const asked = question(accountId, 'When?');
    const { answer, sessionId } = await ask(asked);
    expect(answer).toMatchObject({ state: 'failed', error: { code: 'mentor.failed', detail: 'Failed to send message to AI mentor' } });
    expect(await free()).toMatchObject({ used: 0, held: 0 });
    await sandbox.control('DELETE', 'faults');
    await db.knex.raw('truncate vendor_lane');
    const again = await ask(asked);
    expect(again).toMatchObject({ sessionId, answer: { state: 'sent' } });
    const once = await ask(asked);
    expect(once.answer.message_id).toBe(again.answer.message_id);
    expect(await free()).toMatchObject({ used: 1, held: 0 });
    const { messages } = await readSession({ accountId, sessionId, limit: 50 });
    expect(messages.map(({ state }) => state)).toEqual(['sent', 'failed', 'sent']);
  });

  it('that cannot be paid is refused before anything is written', async () => {
    const poor = await givenOwner({ tokens: 0 });
    await walletBalance(poor);
    await ask(question(poor, 'First?'));
    await db.knex('quota_counter').where({ owner_id: poor, feature: 'mentor_answer' }).update({ used: FREE_PLAN.quotas.mentor_answer });
    await db.knex('token_lot').where({ owner_id: poor }).update({ expires_at: new Date() });
    const price = MENTOR_ANSWER_CENTITOKENS / 100;
    await givenTokens(poor, price);
    expect((await ask(question(poor, 'More?'))).answer).toMatchObject({ state: 'sent', tokens_charged: price });
    const asked = question(poor, 'Too much?');
    await expect(beginAnswer(asked)).rejects.toMatchObject({ code: 'tokens.insufficient' });
    expect(await db.knex('mentor_message').where({ id: asked.messageId }).first('id')).toBeUndefined();
  });
});

describe('PLAN-01 G32 a session of the tutor', () => {
  const begin = (message: string, part = {}) => question(accountId, message, { lesson: lesson(), tutor: true, ...part });
  const givePlan = () => {
    const [begun, ends] = [new Date(Date.now() - 86_400_000), new Date(Date.now() + 27 * 86_400_000)];
    const plan = {
      account_id: accountId,
      package_id: 'basic_monthly',
      status: 'active',
      anchor: begun,
      period_start: begun,
      period_end: ends,
    };
    return db.knex('subscription').insert({ id: uuidv7(), ...plan });
  };
  const sessions = async () => (await walletBalance(accountId)).quotas.find(({ name }) => name === 'vortex_session');

  it('leads through its lesson by questions, and is paid once with a session of the plan', async () => {
    await givePlan();
    const first = await ask(begin('Guide me'));
    expect(first.answer).toMatchObject({ socratic: true, paid_by_plan: true, tokens_charged: 0, knows: { lesson: 0 } });
    expect(await sessions()).toMatchObject({ used: 1, held: 0 });
    // another lesson is open meanwhile; the session stays with its own
    const other = { course_id: courseId, lesson_id: '0_1' };
    const second = await ask(question(accountId, 'In autumn?', { sessionId: first.sessionId, lesson: other }));
    expect(second.answer).toMatchObject({ socratic: true, paid_by_plan: true, tokens_charged: 0, knows: { lesson: 0 } });
    expect(await sessions()).toMatchObject({ used: 1, held: 0 });
    expect(await free()).toMatchObject({ used: 0, held: 0 });
    const { session } = await readSession({ accountId, sessionId: first.sessionId, limit: 1 });
    expect(session.tutor).toMatchObject({ course_id: courseId, answers_left: TUTOR_SESSION.answers - 2, by_plan: true });
  });

  it('answers two questions at once one after another, for one session of the plan', async () => {
    await givePlan();
    const held = holdAnswers();
    const first = await beginAnswer(begin('Guide me'));
    const one = allOf(writeAnswer(first));
    await held.begun;
    const second = allOf(writeAnswer(await beginAnswer(question(accountId, 'In autumn?', { sessionId: first.session.id }))));
    held.letGo();
    await one;
    expect((await second).at(-1)).toMatchObject({ answer: { state: 'sent', paid_by_plan: true, tokens_charged: 0 } });
    expect(await sessions()).toMatchObject({ used: 1, held: 0 });
  });

  it('without one in the plan costs tokens per answer, nothing for a failed one, and ends after its last', async () => {
    await sandbox.control('PUT', 'faults', { service: '*', mode: '500' });
    const asked = begin('Guide me');
    const before = await tokens();
    const { sessionId } = await ask(asked);
    expect(await tokens()).toBe(before);
    await sandbox.control('DELETE', 'faults');
    await db.knex.raw('truncate vendor_lane');
    const price = TUTOR_SESSION.answer_centitokens / 100;
    expect((await ask(asked)).answer).toMatchObject({ state: 'sent', paid_by_plan: false, tokens_charged: price });
    expect(await tokens()).toBeCloseTo(before - price);
    await db.knex('mentor_session').where({ id: sessionId }).update({ tutor_answers_left: 0 });
    await expect(beginAnswer(question(accountId, 'More?', { sessionId }))).rejects.toMatchObject({ code: 'mentor.session_over' });
    await expect(beginAnswer(question(accountId, 'Of what?', { tutor: true }))).rejects.toMatchObject({ code: 'validation.failed' });
  });
});

describe('an answer in progress', () => {
  it('lets questions that come meanwhile wait in sight; they are answered one after another, and know the answers before theirs', async () => {
    const held = holdAnswers();
    const begun = await beginAnswer(question(accountId, 'When do bees swarm?'));
    const sessionId = begun.session.id;
    const first = allOf(writeAnswer(begun));
    await held.begun;
    const later = await Promise.all(['And why?', 'And where?'].map((text) => beginAnswer(question(accountId, text, { sessionId }))));
    const answers = later.map((one) => allOf(writeAnswer(one)));
    const states = async () =>
      (await readSession({ accountId, sessionId, limit: 9 })).messages.map(({ message, state }) => [message, state]);
    expect((await states()).filter(([text]) => String(text).startsWith('And'))).toHaveLength(2);
    expect((await states()).filter(([, state]) => state === 'waiting')).toHaveLength(2);
    // only the first has asked a service
    expect(await sandbox.calls()).toHaveLength(1);
    held.letGo();
    const [, ...ended] = await Promise.all([first, ...answers]);
    for (const events of ended) {
      expect(events.filter(({ type }) => type === 'begun').map((event) => event.type === 'begun' && event.answer.state)).toEqual([
        'waiting',
        'sending',
      ]);
      expect(events.at(-1)).toMatchObject({ type: 'ended', answer: { state: 'sent', paid_by_plan: true } });
    }
    expect(await free()).toMatchObject({ used: 3, held: 0 });
    const rows = await db.knex('mentor_message').where({ session_id: sessionId, sender: 'other' }).orderBy('created_at').select('ended_at');
    expect(rows.map(({ ended_at }) => ended_at!.getTime())).toEqual(rows.map(({ ended_at }) => ended_at!.getTime()).toSorted());
    const [one, two, three] = await sandbox.calls();
    expect(two!.input_tokens).toBeGreaterThan(one!.input_tokens);
    expect(three!.input_tokens).toBeGreaterThan(two!.input_tokens);
  });

  it('that waits can be stopped, costs nothing then, and does not hold up the next; a few may wait, the same question only once', async () => {
    const held = holdAnswers();
    const begun = await beginAnswer(question(accountId, 'When?'));
    const sessionId = begun.session.id;
    const first = allOf(writeAnswer(begun));
    await held.begun;
    const second = question(accountId, 'And now?', { sessionId });
    const waiting = await beginAnswer(second);
    await expect(beginAnswer(second)).rejects.toMatchObject({ code: 'mentor.busy' });
    const third = await beginAnswer(question(accountId, 'And then?', { sessionId }));
    await beginAnswer(question(accountId, 'And at last?', { sessionId }));
    await expect(beginAnswer(question(accountId, 'One more?', { sessionId }))).rejects.toMatchObject({ code: 'mentor.busy' });
    const [stopped, next] = [allOf(writeAnswer(waiting)), allOf(writeAnswer(third))];
    expect(await stopAnswer({ accountId, messageId: second.messageId })).toEqual({ stopping: true });
    expect((await stopped).at(-1)).toMatchObject({ type: 'ended', answer: { state: 'stopped', message: '', paid_by_plan: false } });
    held.letGo();
    await first;
    expect((await next).at(-1)).toMatchObject({ type: 'ended', answer: { state: 'sent' } });
    expect(await free()).toMatchObject({ used: 2, held: 1 });
  });

  it('that waited in a process that was killed is ended by the sweep, and the question stays', async () => {
    const begun = await beginAnswer(question(accountId, 'When?'));
    const second = question(accountId, 'And now?', { sessionId: begun.session.id });
    await beginAnswer(second);
    await db
      .knex('mentor_message')
      .where({ account_id: accountId })
      .whereNotNull('lease_until')
      .update({ lease_until: new Date(Date.now() - 1_000) });
    expect(await sweepAnswers()).toBe(2);
    expect(await free()).toMatchObject({ used: 0, held: 0 });
    await expect(ask(second)).resolves.toMatchObject({ answer: { state: 'sent' } });
  });

  it('stops on request, keeps the received text, and is charged once', async () => {
    const held = holdAnswers();
    const begun = await beginAnswer(question(accountId, 'When?'));
    const events = allOf(writeAnswer(begun));
    await held.begun;
    expect(await stopAnswer({ accountId, messageId: begun.question.id })).toEqual({ stopping: true });
    const last = (await events).at(-1);
    expect(last).toMatchObject({ type: 'ended', answer: { state: 'stopped', paid_by_plan: true } });
    if (last?.type === 'ended') expect(last.answer.message.length).toBeGreaterThan(10);
    held.letGo();
    expect(await free()).toMatchObject({ used: 1, held: 0 });
  });

  it('whose process was killed is ended by the sweep: the question and the received text stay, nothing is charged, and it can be repeated', async () => {
    const asked = question(accountId, 'When?');
    const begun = await beginAnswer(asked);
    await db.knex('mentor_message').where({ id: begun.answer.id }).update({ text: 'It depends on' });
    expect(await sweepAnswers()).toBe(0);
    await db
      .knex('mentor_message')
      .where({ id: begun.answer.id })
      .update({ lease_until: new Date(Date.now() - 1_000) });
    expect((await Promise.all([sweepAnswers(), sweepAnswers(), sweepAnswers()])).reduce((sum, n) => sum + n)).toBe(1);
    expect(await free()).toMatchObject({ used: 0, held: 0 });
    const { messages } = await readSession({ accountId, sessionId: begun.session.id, limit: 50 });
    expect(messages.map(({ state, message }) => [state, message])).toEqual([
      ['sent', 'When?'],
      ['failed', 'It depends on'],
    ]);
    await ask(asked);
    expect(await free()).toMatchObject({ used: 1, held: 0 });
  });

  it('that was thought lost ends once: the slow writer neither overwrites nor charges', async () => {
    const held = holdAnswers();
    const begun = await beginAnswer(question(accountId, 'When?'));
    const events = allOf(writeAnswer(begun));
    await held.begun;
    await db
      .knex('mentor_message')
      .where({ id: begun.answer.id })
      .update({ lease_until: new Date(Date.now() - 1_000) });
    await sweepAnswers();
    held.letGo();
    expect((await events).at(-1)).toMatchObject({ type: 'ended', answer: { state: 'failed' } });
    expect(await free()).toMatchObject({ used: 0, held: 0 });
  });

  it('continues after the client disconnects', async () => {
    const begun = await beginAnswer(question(accountId, 'When?'));
    for await (const event of writeAnswer(begun)) if (event.type === 'begun') break;
    await expect
      .poll(async () => (await readSession({ accountId, sessionId: begun.session.id, limit: 9 })).messages.at(-1)?.state)
      .toBe('sent');
    expect(await free()).toMatchObject({ used: 1, held: 0 });
  });

  it('ends with its session when that is deleted, and costs nothing', async () => {
    const held = holdAnswers();
    const begun = await beginAnswer(question(accountId, 'When?'));
    const events = allOf(writeAnswer(begun));
    await held.begun;
    await deleteSession({ accountId, sessionId: begun.session.id });
    held.letGo();
    await events;
    expect(await free()).toMatchObject({ used: 0, held: 0 });
    expect((await listSessions({ accountId, limit: 10 })).sessions).toEqual([]);
  });

  it('of an account that was deleted in the meantime releases its hold', async () => {
    const begun = await beginAnswer(question(accountId, 'When?'));
    await db.knex('mentor_session').where({ id: begun.session.id }).del();
    expect(await releaseMentorHolds(new Date(Date.now() + 3_600_000))).toBe(1);
    expect(await free()).toMatchObject({ used: 0, held: 0 });
  });

  it('releases its hold even behind ten thousand active runs', async () => {
    const begun = await beginAnswer(question(accountId, 'When?'));
    await db.knex('mentor_session').where({ id: begun.session.id }).del();
    const { id: counter } = (await db.knex('quota_counter').where({ owner_id: accountId, feature: 'mentor_answer' }).first('id'))!;
    await db.knex.raw(
      `insert into quota_hold (job_id, feature, counter_id, units, expires_at)
       select gen_random_uuid()::text, 'text_course', ?, 1, now() - interval '1 day' from generate_series(1, 10001)`,
      [counter],
    );
    expect(await releaseMentorHolds(new Date(Date.now() + 3_600_000))).toBe(1);
    expect(await free()).toMatchObject({ used: 0, held: 0 });
    await db.knex('quota_hold').where({ counter_id: counter, feature: 'text_course' }).del();
  });
});

describe('a regenerated answer', () => {
  it('comes from the chosen engine, and the earlier one stays', async () => {
    const asked = question(accountId, 'When?');
    const { sessionId } = await ask(asked);
    const begun = await beginRegeneration({ accountId, messageId: asked.messageId, engine: 'grok' });
    expect(await collectAnswer(begun)).toMatchObject({ ai_engine_used: 'grok', reply_to: asked.messageId });
    expect((await readSession({ accountId, sessionId, limit: 9 })).messages.map((one) => one.ai_engine_used)).toEqual([
      null,
      'claude',
      'grok',
    ]);
  });
});

describe('an answer from the policy', () => {
  it('asks no engine, costs nothing, and is there at once, whatever the engine', async () => {
    const { answer, events } = await ask(question(accountId, 'I want to die'));
    expect(answer).toMatchObject({ state: 'sent', safety: 'self_harm', tokens_charged: 0, paid_by_plan: false });
    expect(answer.message).toContain('findahelpline.com');
    expect(events).toHaveLength(2);
    expect(await sandbox.calls()).toEqual([]);
    const { answer: spanish } = await ask(question(accountId, 'Quiero morir', { engine: 'grok' }));
    expect(spanish.message).toContain('Habla, por favor, con una persona');
  });

  it('adult-only features are denied to users not known to be adults', async () => {
    const asked = 'Where can I watch porn?';
    expect((await ask(question(accountId, asked))).answer.safety).toBe('minors');
    await db.knex('account').where({ id: accountId }).update({ birth_year: 1980 });
    expect((await ask(question(accountId, asked))).answer.safety).toBeNull();
  });
});

describe('conversations', () => {
  it('are listed by last use, searched, paged, renamed and deleted', async () => {
    const bees = await ask(question(accountId, 'How do bees winter?'));
    const wasps = await ask(question(accountId, 'What do wasps eat?'));
    const titles = async (given: object = {}) =>
      (await listSessions({ accountId, limit: 10, ...given })).sessions.map(({ title }) => title);
    expect(await titles()).toEqual(['What do wasps eat?', 'How do bees winter?']);
    expect(await titles({ q: 'WINTER bees' })).toEqual(['How do bees winter?']);
    const page = await listSessions({ accountId, limit: 1 });
    expect(await titles({ cursor: page.next_cursor! })).toEqual(['How do bees winter?']);
    await renameSession({ accountId, sessionId: bees.sessionId, title: 'Winter' });
    await deleteSession({ accountId, sessionId: wasps.sessionId });
    expect(await titles()).toEqual(['Winter']);
    const newest = await readSession({ accountId, sessionId: bees.sessionId, limit: 1 });
    expect(newest.messages[0]?.sender).toBe('other');
    const older = await readSession({ accountId, sessionId: bees.sessionId, limit: 1, cursor: newest.next_cursor! });
    expect(older).toMatchObject({ messages: [{ sender: 'user' }], next_cursor: null });
  });

  it('of another user are not found by any endpoint', async () => {
    const asked = question(accountId, 'When?');
    const { sessionId, answer } = await ask(asked);
    const stranger = await givenOwner();
    const mine = { accountId: stranger, sessionId };
    const gone = { code: 'not_found' };
    await expect(readSession({ ...mine, limit: 9 })).rejects.toMatchObject(gone);
    await expect(renameSession({ ...mine, title: 'Mine' })).rejects.toMatchObject(gone);
    await expect(deleteSession(mine)).rejects.toMatchObject(gone);
    await expect(beginAnswer(question(stranger, 'Hello', { sessionId }))).rejects.toMatchObject(gone);
    // the id of the first message is that of its session
    await expect(beginAnswer(question(stranger, 'Hello', { messageId: asked.messageId }))).rejects.toMatchObject(gone);
    await expect(beginRegeneration({ accountId: stranger, messageId: asked.messageId, engine: 'grok' })).rejects.toMatchObject(gone);
    await expect(stopAnswer({ accountId: stranger, messageId: answer.message_id })).rejects.toMatchObject(gone);
    await expect(beginAnswer(question(stranger, 'What is in it?', { lesson: lesson() }))).rejects.toMatchObject(gone);
  });
});
