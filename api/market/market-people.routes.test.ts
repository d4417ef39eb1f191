import { uuidv7 } from 'uuidv7';
import { describe, expect, it } from 'vitest';
import { MESSAGES_A_DAY } from '#contract/market/students.contract.ts';
import { creatorShare } from '#domain/billing/ledger/record-sale.command.ts';
import { proveLedger } from '#domain/billing/ledger/prove-ledger.command.ts';
import { unsubscribeToken } from '#domain/platform/links/unsubscribe-token.ts';
import { notifyStudents } from '#domain/market/students/student.commands.ts';
import { lessonsOf } from '#domain/courses/content/course-content.queries.ts';
import { poison } from '#domain/testing/poison.factory.ts';
import { useBilling } from '#api/billing/billing-stack.factory.ts';
import type { Person } from '#api/testing/test-api.ts';
import { givenPublished } from './published.factory.ts';
import { allowLogged } from '#ops/testing/expect-logged.ts';

allowLogged(/course message: given up/);

const stack = useBilling();
const LIMIT = 5;

const put = (person: Person, address: string, body: object) => stack.call(address, { method: 'PUT', body, bearer: person.accessToken });
const makeCode = (creator: Person, body: object) => stack.as(creator).post('/api/creator/codes', body);

describe('percentage codes', () => {
  it('thirty buyers at once never pass the limit of a code, and every cent of what they paid is in the ledger', async () => {
    const creator = await stack.someone();
    const { id } = await givenPublished(stack, creator, { price: 9.99 });
    const made = await makeCode(creator, { code: ' spring20 ', percent: 20, for_course: id, max_uses: LIMIT });
    expect(made.json.codes[0]).toMatchObject({ code: 'SPRING20', percent: 20, uses: 0, state: 'active', course: { id } });
    const buyers = await Promise.all(Array.from({ length: 30 }, () => stack.someone()));
    const pages = await Promise.all(buyers.map((buyer) => stack.as(buyer).post(`/api/market/courses/${id}/buy`, { code: 'Spring20' })));
    const opened = pages.filter(({ status }) => status === 200);
    expect(opened).toHaveLength(LIMIT);
    expect(new Set(pages.filter(({ status }) => status !== 200).map(({ json }) => json.code))).toEqual(new Set(['market.code_used_up']));
    for (const { json } of opened) await stack.pay(json.session_id);
    await stack.settle();
    // 20 % off 9.99 is 7.992: rounded up to a cent
    expect(await stack.knex()('billing_order').where({ package_id: id, status: 'fulfilled' }).pluck('amount_cents')).toEqual(
      Array.from({ length: LIMIT }, () => 800),
    );
    const stats = (await stack.as(creator).get('/api/creator/stats')).json;
    expect(stats).toMatchObject({ total_revenue: (LIMIT * creatorShare(800)) / 100, total_students: LIMIT });
    expect((await stack.as(creator).get('/api/creator/codes')).json.codes[0]).toMatchObject({ uses: LIMIT, state: 'used_up' });
    expect(await proveLedger()).toEqual(expect.anything());
  });

  it('work for their courses until they expire, and show the remaining price', async () => {
    const [creator, other, buyer] = [await stack.someone(), await stack.someone(), await stack.someone()];
    const { id } = await givenPublished(stack, creator, { price: 5 });
    const { id: second } = await givenPublished(stack, creator, { price: 5 });
    const quote = async (course: string, code: string) =>
      (await stack.as(buyer).post(`/api/market/courses/${course}/quote`, { code })).json;
    await makeCode(creator, { code: 'ALL90', percent: 90 });
    await makeCode(creator, { code: 'ONE', percent: 10, for_course: id });
    await makeCode(creator, { code: 'OLD', percent: 10, expires_at: '2026-01-01T00:00:00Z' });
    await makeCode(other, { code: 'THEIRS', percent: 50 });
    expect(await quote(second, 'all90')).toEqual({ price: 0.5, list_price: 5, percent: 90 });
    expect(await quote(id, 'ONE')).toMatchObject({ price: 4.5 });
    for (const [course, code] of [
      [second, 'ONE'],
      [id, 'OLD'],
      [id, 'THEIRS'],
      [id, 'NONE'],
    ] as const)
      expect(await quote(course, code)).toMatchObject({ code: 'market.code_invalid' });
    expect((await makeCode(creator, { code: 'one', percent: 30 })).json.code).toBe('market.code_taken');
    expect((await makeCode(other, { code: 'MINE', percent: 30, for_course: id })).status).toBe(404);
    expect((await makeCode(creator, { code: 'X', percent: 30 })).status).toBe(400);
    const codes = (await stack.as(creator).get('/api/creator/codes')).json.codes as { code: string; code_id: string }[];
    const one = codes.find(({ code }) => code === 'ONE')!;
    expect((await stack.as(other).post(`/api/creator/codes/${one.code_id}/end`)).status).toBe(404);
    await stack.as(creator).post(`/api/creator/codes/${one.code_id}/end`);
    expect(await quote(id, 'ONE')).toMatchObject({ code: 'market.code_invalid' });
  });
});

describe('a creator and the students', () => {
  it('CRE-17 the creator sees only what students agreed to share, and can write to those who receive messages', async () => {
    const [creator, open, silent] = [await stack.someone(), await stack.someone(), await stack.someone()];
    const { id } = await givenPublished(stack, creator);
    const { course_id: copy } = (await stack.as(open).post(`/api/market/courses/${id}/enrol`)).json;
    await stack.as(silent).post(`/api/market/courses/${id}/enrol`);
    await stack.as(open).post('/api/lesson-complete', { course_id: copy, lesson_id: '0_0' });
    const list = async () => (await stack.as(creator).get('/api/creator/students')).json;
    const second = await givenPublished(stack, creator);
    await stack.as(open).post(`/api/market/courses/${second.id}/enrol`);
    expect(await list(), 'two people, of whom one has both courses').toMatchObject({ people: 2, total: 3 });
    expect((await stack.as(creator).get('/api/creator/stats')).json).toMatchObject({ total_students: 2, total_enrolments: 3 });
    const shown = await stack.call(`/api/market/creators/${creator.userId}`);
    expect(shown.json.creator).toMatchObject({ courses: 2, students: 2 });
    await stack.knex()('enrolment').where({ creator_course_id: second.id }).delete();
    const before = await list();
    expect(before.total).toBe(2);
    for (const student of before.students) expect(student).toMatchObject({ name: null, progress: null, last_active_at: null });
    const contact = `/api/market/courses/${id}/contact`;
    expect((await put(open, contact, { shares_progress: true })).json).toEqual({
      shares_progress: true,
      receives_messages: true,
      messages: [],
    });
    await put(silent, contact, { receives_messages: false });
    const seen = (await list()).students.find((one: { shares_progress: boolean }) => one.shares_progress);
    expect(seen).toMatchObject({ progress: 33, last_active_at: expect.any(String), name: expect.stringMatching(/\S \S/) });
    const quiet = async () => (await stack.as(creator).get('/api/creator/students?activity=quiet')).json.total;
    expect(await quiet()).toBe(0);
    const long = `now() - interval '15 days'`;
    await stack.knex().raw(`update lesson_completion set completed_at = ${long} where account_id = ?`, [open.userId]);
    await stack.knex().raw(`update reading_place set read_at = ${long} where account_id = ?`, [open.userId]);
    expect(await quiet(), 'one who shows nothing is not among them').toBe(1);
    const csv = await stack.call('/api/creator/students.csv', { bearer: creator.accessToken });
    expect(csv.text.trim().split('\r\n')).toHaveLength(3);
    expect(csv.text).not.toContain(silent.email);

    const message = { message_id: uuidv7(), subject: 'The swarm season', text: 'Look at your colonies.' };
    const send = (body: object) => stack.as(creator).post(`/api/creator/courses/${id}/messages`, body);
    for (let round = 0; round < 2; round += 1) expect((await send(message)).json).toEqual({ recipients: 1 });
    expect((await stack.as(open).get(contact)).json.messages).toMatchObject([{ subject: 'The swarm season' }]);
    expect((await stack.as(silent).get(contact)).json.messages).toEqual([]);
    // two concurrent workers notify everyone only once
    await Promise.all([notifyStudents(), notifyStudents()]);
    const told = await stack.knex()('notification').where({ kind: 'market.message' }).pluck('account_id');
    expect(told).toEqual([open.userId]);
    const unwilling = (await list()).students.find((one: { receives_messages: boolean }) => !one.receives_messages);
    const toUnwilling = { ...message, message_id: uuidv7(), student_ids: [unwilling.student_id] };
    expect((await send(toUnwilling)).json.code).toBe('market.nobody_receives');
    for (let round = 1; round < MESSAGES_A_DAY; round += 1) await send({ ...message, message_id: uuidv7() });
    expect((await send({ ...message, message_id: uuidv7() })).json.code).toBe('market.message_limit');
    expect((await stack.as(open).post(`/api/creator/courses/${id}/messages`, message)).status).toBe(404);
  });

  it('CRE-17 all students are in the download, and the places where they stop are counted if there are at least five', async () => {
    const creator = await stack.someone();
    const { id } = await givenPublished(stack, creator);
    await stack.knex().raw(
      `with student as (
         insert into account (id, email, first_name, last_name, terms_version, terms_accepted_at)
         select gen_random_uuid(), gen_random_uuid() || '@crowd.example', 'Ada', 'Okafor', '1', now() from generate_series(1, 1001) returning id),
       copy as (
         insert into course (id, account_id, enrolled_from, title, description, outline, module_count, lesson_count, duration_minutes, quality_level, difficulty, duration, age_group)
         select gen_random_uuid(), student.id, ?::uuid, title, description, outline, module_count, lesson_count, duration_minutes, quality_level, difficulty, duration, age_group
           from student, (select * from course where account_id = ? limit 1) source returning id, account_id)
       insert into enrolment (account_id, creator_course_id, course_id, version) select account_id, ?::uuid, id, 1 from copy`,
      [id, creator.userId, id],
    );
    const csv = await stack.call('/api/creator/students.csv', { bearer: creator.accessToken });
    expect(new Set(csv.text.trim().split('\r\n')).size).toBe(1 + 1_001);
    const stops = (await stack.as(creator).get(`/api/creator/courses/${id}/stops`)).json;
    expect(stops.students).toBe(1_001);
    expect(stops.lessons[0]).toMatchObject({ completed: 0, stopped: 0 });
  });

  it('all students get a message even if delivery to one fails, which is given up after the last attempt', async () => {
    const creator = await stack.someone();
    const students = [await stack.someone(), await stack.someone(), await stack.someone()];
    const { id } = await givenPublished(stack, creator);
    for (const student of students) await stack.as(student).post(`/api/market/courses/${id}/enrol`);
    const unlucky = students[1]!.userId;
    const message_id = uuidv7();
    await stack.as(creator).post(`/api/creator/courses/${id}/messages`, { message_id, subject: 'Poison', text: 'Look.' });
    const heal = await poison(stack.knex(), 'notification', `new.account_id = '${unlucky}'`);
    await notifyStudents();
    const receivers = () => stack.knex()('course_message_to').where({ message_id });
    expect(await receivers().whereNotNull('told_at').pluck('account_id')).toHaveLength(2);
    for (let attempt = 2; attempt <= 8; attempt += 1) {
      await receivers().update({ due_at: new Date() });
      await notifyStudents();
    }
    await heal();
    const reason = expect.stringContaining('this row is poisoned');
    const given_up = { account_id: unlucky, told_at: null, given_up_at: expect.any(Date), attempts: 8, last_error: reason };
    expect(await receivers().whereNull('told_at')).toMatchObject([given_up]);
    expect(await notifyStudents()).toBe(0);
  });

  it('messages can be stopped from the email without signing in: by one request of a mail program, or on a page', async () => {
    const [creator, reader] = [await stack.someone(), await stack.someone()];
    const { id } = await givenPublished(stack, creator);
    await stack.as(reader).post(`/api/market/courses/${id}/enrol`);
    const token = unsubscribeToken({ scope: 'course_messages', accountId: reader.userId, courseId: id });
    const receives = async () => (await stack.as(reader).get(`/api/market/courses/${id}/contact`)).json.receives_messages as boolean;
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const program = { method: 'POST', rawBody: 'List-Unsubscribe=One-Click', headers: form };
    expect((await stack.call(`/unsubscribe?token=${token.slice(0, -2)}AA`, program)).status).toBe(410);
    expect(await receives()).toBe(true);
    for (let round = 0; round < 2; round += 1) expect((await stack.call(`/unsubscribe?token=${token}`, program)).status).toBe(200);
    expect(await receives()).toBe(false);
    const page = { scope: 'course_messages', title: 'Beekeeping for balconies' };
    expect((await stack.call('/api/unsubscribe/read', { method: 'POST', body: { token } })).json).toEqual({ ...page, is_off: true });
    const again = await stack.call('/api/unsubscribe', { method: 'PUT', body: { token, is_off: false } });
    expect(again.json).toEqual({ ...page, is_off: false });
    expect(await receives()).toBe(true);
    const all = unsubscribeToken({ scope: 'email', accountId: reader.userId, courseId: '' });
    await stack.call(`/unsubscribe?token=${all}`, program);
    expect((await stack.as(reader).get(`/api/settings/${reader.userId}`)).json.settings.notifications.email).toBe(false);
  });

  it('CRE-12 students are asked once, at the end, how satisfied they are, and nobody else', async () => {
    const [creator, reader] = [await stack.someone(), await stack.someone()];
    const { id, content } = await givenPublished(stack, creator);
    const { course_id: copy } = (await stack.as(reader).post(`/api/market/courses/${id}/enrol`)).json;
    const address = `/api/courses/${copy}/satisfaction`;
    const read = async () => (await stack.as(reader).get(address)).json;
    expect(await read()).toEqual({ asks: false, answer: null });
    expect((await put(reader, address, { answer: 5 })).json.code).toBe('market.rate_later');
    for (const { lesson_id } of lessonsOf(content)) await stack.as(reader).post('/api/lesson-complete', { course_id: copy, lesson_id });
    expect(await read()).toEqual({ asks: true, answer: null });
    for (const answer of [2, 4]) expect((await put(reader, address, { answer })).json).toEqual({ asks: true, answer });
    expect((await put(reader, address, { answer: 6 })).status).toBe(400);
    expect((await put(creator, address, { answer: 1 })).status).toBe(404);
    expect(await read()).toEqual({ asks: true, answer: 4 });
  });

  it('questions are answered beside the lesson; every owner of the course can read the answer', async () => {
    const [creator, asker, other] = [await stack.someone(), await stack.someone(), await stack.someone()];
    const { id, content } = await givenPublished(stack, creator);
    await stack.knex()('account').where({ id: asker.userId }).update({ birth_year: 1990 });
    const lessonId = lessonsOf(content)[0]!.lesson_id;
    const copies = await Promise.all(
      [asker, other].map(async (person) => (await stack.as(person).post(`/api/market/courses/${id}/enrol`)).json.course_id as string),
    );
    const at = (copy: string) => `/api/courses/${copy}/lessons/${lessonId}/questions`;
    const question = { question_id: uuidv7(), text: 'How warm is warm?' };
    const rude = await stack.as(asker).post(at(copies[0]!), { question_id: uuidv7(), text: 'You are an idiot, aren’t you?' });
    expect(rude.json.code).toBe('chat.refused');
    for (let round = 0; round < 2; round += 1) await stack.as(asker).post(at(copies[0]!), question);
    expect((await stack.as(asker).get(at(copies[0]!))).json.questions).toMatchObject([{ is_own: true, answer: null }]);
    expect((await stack.as(other).get(at(copies[1]!))).json).toEqual({ can_ask: true, questions: [] });
    expect((await stack.as(other).get(at(copies[0]!))).status).toBe(404);
    const asked = (await stack.as(creator).get('/api/creator/questions')).json;
    expect(asked).toMatchObject({
      open: 1,
      questions: [{ text: 'How warm is warm?', lesson_title: 'The hive in spring', course: { id } }],
    });
    const answer = `/api/creator/questions/${question.question_id}/answer`;
    expect((await put(asker, answer, { answer: 'Hot' })).status).toBe(404);
    expect((await put(creator, answer, { answer: 'Above 14 °C.' })).json.open).toBe(0);
    expect((await stack.as(other).get(at(copies[1]!))).json.questions).toMatchObject([{ is_own: false, answer: 'Above 14 °C.' }]);
    const kinds = await stack.knex()('notification').where({ account_id: asker.userId }).pluck('kind');
    expect(kinds).toContain('market.answer');
  });
});

describe('operators', () => {
  it('take down a reported course with a reason: its creator is notified, buyers keep it, and the act is audited', async () => {
    const [creator, reader, operator] = [await stack.someone(), await stack.someone(), await stack.someone()];
    await stack
      .knex()('account')
      .where({ id: operator.userId })
      .update({ roles: ['operator'] });
    const { id, contentId } = await givenPublished(stack, creator);
    const { course_id: copy } = (await stack.as(reader).post(`/api/market/courses/${id}/enrol`)).json;
    await stack.as(reader).post(`/api/market/courses/${id}/report`, { reason: 'rights', text: 'These are my pictures.' });
    const waiting = (await stack.as(operator).get('/api/operator/market')).json.courses;
    expect(waiting).toMatchObject([{ course_id: id, reports: [{ reason: 'rights', text: 'These are my pictures.' }] }]);
    const decide = (body: object) => stack.as(operator).post(`/api/operator/market/${id}/decision`, body);
    expect((await decide({ decision: 'take_down' })).status).toBe(400);
    const reason = 'The pictures are not yours.';
    for (let round = 0; round < 2; round += 1)
      expect((await decide({ decision: 'take_down', reason })).json.courses).toMatchObject([{ taken_down_reason: reason, reports: [] }]);
    // a report sent at the same time
    await stack.knex()('course_report').where({ creator_course_id: id }).update({ decided_at: null, decision: null });
    expect((await decide({ decision: 'take_down', reason })).json.courses).toMatchObject([{ taken_down_reason: reason, reports: [] }]);
    expect((await stack.call(`/api/market/courses/${id}`, {})).status).toBe(404);
    expect((await stack.as(reader).get(`/api/courses/${reader.userId}/${copy}`)).status).toBe(200);
    expect((await stack.as(creator).post(`/api/creator/courses/${id}/publish`, { has_rights: true })).json.code).toBe('market.taken_down');
    // nor under another name, nor after the code was deleted
    const again = (await stack.as(creator).post(`/api/creator/courses/${id}/duplicate`, {})).json.course.id;
    await put(creator, `/api/creator/courses/${again}/content`, { content_id: contentId, is_confirmed: true });
    expect((await stack.as(creator).post(`/api/creator/courses/${again}/publish`, { has_rights: true })).json.code).toBe(
      'market.taken_down',
    );
    const gone = await stack.call(`/api/creator/courses/${id}`, { method: 'DELETE', bearer: creator.accessToken });
    expect(gone.json.code).toBe('studio.course_kept');
    const mails = await stack.knex()('outgoing_mail').where({ account_id: creator.userId, kind: 'course-taken-down' });
    expect(mails).toMatchObject([{ data: { reason } }]);
    await decide({ decision: 'restore' });
    expect((await stack.as(creator).post(`/api/creator/courses/${id}/publish`, { has_rights: true })).status).toBe(200);
    const audited = await stack
      .knex()('audit_entry')
      .where({ actor: `account:${operator.userId}` })
      .orderBy('id')
      .pluck('action');
    expect(audited).toEqual(['market.take_down', 'market.take_down', 'market.restore']);
  });
});
