import { randomUUID } from 'node:crypto';
import { createRemoteJWKSet, decodeJwt, jwtVerify, SignJWT } from 'jose';
import { createEmptyCard, fsrs, Rating } from 'ts-fsrs';
import { beforeEach, describe, expect, it } from 'vitest';
import { rightIdsOf } from '#contract/courses/quiz.contract.ts';
import { config } from '#domain/platform/config.ts';
import { badgeKey } from '#domain/practice/certificates/badge-keys.ts';
import { scheduleAnswer } from '#domain/practice/schedule-review.ts';
import { countDue } from '#domain/practice/practice.queries.ts';
import { buildContent, buildLesson, givenCompleted, givenCourse } from '#domain/courses/content/course.factory.ts';
import { verifyOpenBadge } from './open-badge-verifier.factory.ts';
import { useTestApi, type Person } from '#api/testing/test-api.ts';

const api = useTestApi();
let person: Person;
let courseId: string;
let people = 0;
const someone = () => api.givenPerson(`practice-${(people += 1)}@example.com`);
beforeEach(async () => {
  person = await someone();
  courseId = await givenCourse(person.userId);
});

const call = (target: string, method = 'GET', body?: unknown, who: Person | null = person) =>
  api.call(target, { method, ...(who && { bearer: who.accessToken }), ...(body === undefined ? {} : { body }) });
const answer = (chosen: string, more: object = {}) =>
  call('/api/practice/answers', 'POST', {
    answer_id: randomUUID(),
    course_id: courseId,
    lesson_id: '0_0',
    question_id: 'q1',
    chosen_ids: [chosen],
    ...more,
  });
const answers = async () => (await call(`/api/courses/${courseId}/lessons/0_0/answers`)).json;

const options = ['a', 'b', 'c'].map((id) => ({ id, text: `Option ${id}` }));
const asked = (id: string) => ({ id, question: `Which of ${id}?`, explanation: 'So it is.' });
const ALL_KINDS = [
  { ...asked('one'), options, answer_id: 'b' },
  { kind: 'true_false' as const, ...asked('either'), options: options.slice(0, 2), answer_id: 'a' },
  { kind: 'multiple' as const, ...asked('several'), options, answer_ids: ['a', 'c'] },
  { kind: 'order' as const, ...asked('row'), options, answer_ids: ['c', 'a', 'b'] },
];

describe('questions of every kind', () => {
  beforeEach(async () => {
    const { modules } = buildContent();
    const lesson = buildLesson({ quiz: ALL_KINDS });
    courseId = await givenCourse(person.userId, { document: { modules: [{ ...modules[0]!, lessons: [lesson] }] } });
  });
  const put = (question: string, ids: string[]) => answer('', { question_id: question, chosen_ids: ids });

  it('are graded by their kind: all right options, and the order only for ordering questions', async () => {
    const marks: [string, string[], boolean][] = [
      ['one', ['b'], true],
      ['one', ['a'], false],
      ['either', ['a'], true],
      ['several', ['c', 'a'], true],
      ['several', ['a'], false],
      ['row', ['c', 'a', 'b'], true],
      ['row', ['a', 'b', 'c'], false],
    ];
    for (const [question, ids, isRight] of marks) expect((await put(question, ids)).json.is_right, `${question} ${ids}`).toBe(isRight);
    expect((await put('row', ['a', 'b', 'c'])).json.right_ids).toEqual(['c', 'a', 'b']);
    expect((await answers()).answers.find((one: { question_id: string }) => one.question_id === 'row').chosen_ids).toEqual(['a', 'b', 'c']);
  });

  it('refuse malformed answers', async () => {
    for (const [question, ids] of [
      ['one', ['a', 'b']],
      ['either', ['c']],
      ['several', ['a', 'a']],
      ['row', ['a', 'b']],
      ['one', []],
    ] as const)
      expect((await put(question, [...ids])).status, `${question} ${ids}`).toBe(400);
  });

  it('are due for review with their kind and without the right answer', async () => {
    for (const { id } of ALL_KINDS.slice(2)) await put(id, ['a', 'b', 'c']);
    await api.database
      .knex('review_card')
      .where({ account_id: person.userId })
      .update({ due_at: new Date(0) });
    const { json, text } = await call('/api/review');
    expect(json.cards.map(({ kind }: { kind: string }) => kind).toSorted()).toEqual(['multiple', 'order']);
    expect(text).not.toContain('answer_ids');
  });

  it('are edited manually; invalid questions are rejected, and an empty rubric field keeps the rubric', async () => {
    const save = (quiz: object[], version: number) =>
      call(`/api/courses/${courseId}/lessons/0_0`, 'PATCH', { base_version: version, edit_session: randomUUID(), quiz });
    const short = { kind: 'short', ...asked('words'), rubric: ['Says that the brood is kept warm'] };
    const first = await save([...ALL_KINDS, short], 1);
    expect([first.status, first.json.lesson.quiz.length, first.json.lesson.quiz.at(-1)]).toEqual([
      200,
      5,
      { ...short, rubric: [], explanation: '' },
    ]);
    const second = await save([{ ...short, question: 'Why is it opened on a warm day?', rubric: [], explanation: '' }], first.json.version);
    expect(second.json.lesson.quiz).toHaveLength(1);
    const { content } = (await api.database
      .knex('course_version')
      .where({ course_id: courseId, number: second.json.version })
      .first('content'))!;
    expect(content.modules[0]!.lessons[0]!.quiz).toEqual([{ ...short, question: 'Why is it opened on a warm day?' }]);
    for (const bad of [
      { ...ALL_KINDS[0]!, answer_id: 'z' },
      { ...ALL_KINDS[3]!, answer_ids: ['a', 'b'] },
      { ...ALL_KINDS[0]!, options: [options[0], { id: 'b', text: options[0]!.text }] },
      { ...short, question: ' ' },
    ])
      expect((await save([bad], second.json.version)).status, JSON.stringify(bad)).toBe(400);
  });
});

describe('answers to a quiz', () => {
  it('are graded by the server, explained, stored, and remembered', async () => {
    expect((await answer('b')).json).toMatchObject({
      is_right: false,
      right_ids: ['a'],
      explanation: 'Cold air chills the brood.',
      score: { right: 0, answered: 1, questions: 1 },
    });
    expect((await answer('a')).json).toMatchObject({ is_right: true, score: { right: 1, answered: 1, questions: 1 } });
    expect(await answers()).toMatchObject({
      answers: [{ question_id: 'q1', chosen_ids: ['a'], is_right: true, attempts: 2 }],
      score: { right: 1, answered: 1, questions: 1 },
    });
  });

  it('sent again, or by two windows at once, count once', async () => {
    const id = randomUUID();
    const sent = await Promise.all(Array.from({ length: 6 }, () => answer('b', { answer_id: id })));
    expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await answers()).answers).toMatchObject([{ attempts: 1 }]);
    const cards = await api.database.knex('review_card').where({ account_id: person.userId });
    expect(cards).toHaveLength(1);
    expect(cards[0]!.card).toMatchObject({ reps: 1 });
    // a repeated id with another option: the first answer counts
    expect((await answer('a', { answer_id: id })).json).toMatchObject({ is_right: false, score: { right: 0 } });
  });

  it('to a missing question, option, lesson or course are refused', async () => {
    expect((await answer('z')).status).toBe(400);
    expect((await answer('a', { question_id: 'q9' })).status).toBe(404);
    expect((await answer('a', { lesson_id: '7_7' })).status).toBe(404);
    const stranger = await someone();
    const body = { answer_id: randomUUID(), course_id: courseId, lesson_id: '0_0', question_id: 'q1', chosen_ids: ['a'] };
    expect((await call('/api/practice/answers', 'POST', body, stranger)).status).toBe(404);
    expect((await call(`/api/courses/${courseId}/lessons/0_0/answers`, 'GET', undefined, stranger)).status).toBe(404);
  });
});

describe('the review', () => {
  const makeDue = () =>
    api.database
      .knex('review_card')
      .where({ account_id: person.userId })
      .update({ due_at: new Date(Date.now() - 1_000) });

  it('is empty for a learner without answers; later it has the due questions, without their answers', async () => {
    expect((await call('/api/review')).json).toEqual({ due: 0, next_at: null, waiting: 0, cards: [], flash_cards: [] });
    await answer('b');
    const later = (await call('/api/review')).json;
    expect(later).toMatchObject({ due: 0, cards: [] });
    expect(later.next_at).not.toBeNull();
    await makeDue();
    expect(await countDue(person.userId)).toBe(1);
    const due = await call('/api/review');
    expect(due.json).toMatchObject({ due: 1, cards: [{ course_id: courseId, question_id: 'q1', module: 0, lesson: 0 }] });
    expect(due.text).not.toContain('answer_id');
    expect(due.text).not.toContain('chills');
    const { cards } = (await call('/api/review')).json;
    expect(cards).toEqual(due.json.cards);
    await answer('a', { lesson_id: cards[0].lesson_id });
    expect((await call('/api/review')).json.due).toBe(0);
  });

  it('does not ask questions that the live version no longer has', async () => {
    await answer('b');
    await makeDue();
    await api.database.knex('review_card').where({ account_id: person.userId }).update({ question_id: 'gone' });
    expect((await call('/api/review')).json).toEqual({ due: 0, next_at: null, waiting: 0, cards: [], flash_cards: [] });
    expect(await countDue(person.userId)).toBe(0);
  });
});

describe('the schedule', () => {
  it('is that of ts-fsrs, answer by answer, also through the database', () => {
    const marks = [true, true, false, true, true, true, false, false, true, true];
    const scheduler = fsrs({ enable_fuzz: false, enable_short_term: false });
    let ours: unknown = null;
    let theirs = createEmptyCard(new Date('2026-01-01T08:00:00Z'));
    let now = new Date('2026-01-01T08:00:00Z');
    for (const isRight of marks) {
      theirs = scheduler.next(theirs, now, isRight ? Rating.Good : Rating.Again).card;
      ours = JSON.parse(JSON.stringify(scheduleAnswer(ours, isRight, now)));
      expect(ours).toEqual(JSON.parse(JSON.stringify(theirs)));
      now = theirs.due;
    }
  });

  it('brings a wrongly answered question back tomorrow, and never within minutes', () => {
    const now = new Date('2026-01-01T08:00:00Z');
    const hours = (card: { readonly due: Date }) => (card.due.getTime() - now.getTime()) / 3_600_000;
    const wrong = scheduleAnswer(null, false, now);
    expect([hours(wrong), hours(scheduleAnswer(JSON.parse(JSON.stringify(wrong)), false, now))]).toEqual([24, 24]);
    expect(hours(scheduleAnswer(null, true, now))).toBeGreaterThanOrEqual(48);
  });
});

describe('the final test', () => {
  const quiz = [...ALL_KINDS, { kind: 'short' as const, ...asked('words'), rubric: ['So'] }];
  const courseFor = (assessment_type: 'certification' | 'mixed') => {
    const { modules } = buildContent();
    const lessons = [buildLesson({ quiz }), buildLesson({ quiz })];
    return givenCourse(person.userId, { form: { assessment_type }, document: { modules: [{ ...modules[0]!, lessons }] } });
  };
  const test = (method = 'GET', body?: object, id = '') => call(`/api/courses/${courseId}/final-test${id && `/${id}`}`, method, body);
  const issue = () => call(`/api/courses/${courseId}/certificate`, 'POST', { holder_name: 'Ines Moreno' });
  const complete = () => givenCompleted(courseId);
  const rightOf = async (id: string): Promise<string[][]> =>
    (await api.database.knex('final_test').where({ id }).first('questions'))!.questions.map(rightIdsOf);

  it('exists when the form requested certification: drawn from all lessons, graded by the server, each attempt stored, and required for a certificate', async () => {
    courseId = await courseFor('certification');
    expect((await test('POST')).json.code).toBe('certificate.not_completed');
    await complete();
    expect((await test()).json).toEqual({
      is_needed: true,
      is_task_needed: false,
      questions: 8,
      pass_mark: 6,
      open: null,
      attempts: [],
    });
    expect((await issue()).json.code).toBe('certificate.test_not_passed');
    const begun = await Promise.all([test('POST'), test('POST')]);
    const { open } = begun[0]!.json;
    expect(begun[1]!.json.open).toEqual(open);
    expect(JSON.stringify(open)).not.toMatch(/answer_id|explanation/);
    const wrong = await test('POST', { answers: [] }, open.test_id);
    expect(wrong.json.attempt).toMatchObject({ right: 0, total: 8, passed: false });
    // submitting it again changes nothing
    expect((await test('POST', { answers: await rightOf(open.test_id) }, open.test_id)).json.attempt).toEqual(wrong.json.attempt);
    expect((await issue()).status).toBe(409);
    const again = (await test('POST')).json.open;
    expect(again.test_id).not.toBe(open.test_id);
    const passed = await test('POST', { answers: await rightOf(again.test_id) }, again.test_id);
    expect(passed.json).toMatchObject({ attempt: { right: 8, passed: true }, marks: again.questions.map(() => ({ is_right: true })) });
    expect((await test()).json.attempts.map((one: { passed: boolean }) => one.passed)).toEqual([true, false]);
    expect((await issue()).status).toBe(200);
    const stranger = await someone();
    for (const target of ['', `/${again.test_id}`])
      expect((await call(`/api/courses/${courseId}/final-test${target}`, 'POST', { answers: [] }, stranger)).status).toBe(404);
  });

  it('does not exist for other courses: they have their certificate as before', async () => {
    courseId = await courseFor('mixed');
    await complete();
    expect((await test()).json.is_needed).toBe(false);
    expect((await test('POST')).status).toBe(404);
    expect((await issue()).status).toBe(200);
  });
});

describe('certificates', () => {
  const complete = async () => {
    for (const lesson of ['0_0', '0_1', '1_0']) await call('/api/lesson-complete', 'POST', { course_id: courseId, lesson_id: lesson });
  };
  const issue = (who = person) => call(`/api/courses/${courseId}/certificate`, 'POST', { holder_name: 'Ines Moreno' }, who);

  it('are issued once for a completed course, at an unguessable URL that anyone can read', async () => {
    expect((await issue()).json.code).toBe('certificate.not_completed');
    await complete();
    const issued = await Promise.all([issue(), issue(), issue()]);
    const [{ certificate }] = issued.map(({ json }) => json);
    expect(new Set(issued.map(({ json }) => json.certificate.id)).size).toBe(1);
    expect(certificate.id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4/);
    const seen = await call(`/api/certificates/${certificate.id}`, 'GET', undefined, null);
    expect(seen.json.certificate).toEqual({ ...certificate, holder_name: 'Ines Moreno', lesson_count: 3, revoked_at: null });
    expect((await call(`/api/certificates/${randomUUID()}`, 'GET', undefined, null)).status).toBe(404);
    expect((await call('/api/certificates')).json.certificates).toHaveLength(1);
    const stranger = await someone();
    expect((await issue(stranger)).status).toBe(404);
    expect((await call(`/api/certificates/${certificate.id}`, 'DELETE', undefined, stranger)).status).toBe(404);
  });

  /** Returns what anybody on the internet gets from a URL of this installation. */
  const fetchJson = async (url: string) => {
    const { origin } = new URL(config().publicOrigin);
    expect(url.startsWith(`${origin}/`)).toBe(true);
    const answer = await call(url.slice(origin.length), 'GET', undefined, null);
    expect(answer.status).toBe(200);
    return answer.json;
  };
  const download = async (id: string, alg?: string): Promise<string> =>
    (await call(`/api/certificates/${id}/credential${alg ? `?alg=${alg}` : ''}`, 'GET', undefined, null)).json.credential;

  it.each([
    ['RS256', undefined],
    ['EdDSA', 'EdDSA'],
  ])(
    'carry a credential that a verifier written from the specification accepts (%s), and that claims only the completion',
    async (algorithm, wanted) => {
      await complete();
      const { certificate } = (await issue()).json;
      const jws = await download(certificate.id, wanted);
      const verified = await verifyOpenBadge(jws, fetchJson);
      expect(verified).toMatchObject({ algorithm, isRevoked: false });
      expect(verified.credential).toMatchObject({
        type: ['VerifiableCredential', 'OpenBadgeCredential'],
        credentialSubject: { type: ['AchievementSubject'], achievement: { name: certificate.course_title } },
      });
      expect(JSON.stringify(verified.credential)).toContain('It certifies only that every lesson was marked as completed.');
      const [header, , signature] = jws.split('.');
      const forged = Buffer.from(JSON.stringify({ ...decodeJwt(jws), name: 'Medicine' })).toString('base64url');
      await expect(verifyOpenBadge(`${header}.${forged}.${signature}`, fetchJson)).rejects.toThrow('signature');
      expect((await call(`/api/badge-keys/unknown`, 'GET', undefined, null)).status).toBe(404);
      // a verifier is a page of another site
      for (const path of [
        '/api/badge-keys',
        `/api/certificates/${certificate.id}/credential`,
        `/api/certificates/${certificate.id}/status`,
      ])
        expect((await fetch(`${api.origin}${path}`)).headers.get('access-control-allow-origin'), path).toBe('*');
      expect((await call(`/api/certificates/${certificate.id}/credential?alg=none`, 'GET', undefined, null)).status).toBe(400);
    },
  );

  it('downloaded in their first form remain verifiable with the published keys, and revocable', async () => {
    await complete();
    const { certificate } = (await issue()).json;
    // as they were signed at that time: the kid is the bare thumbprint of the Ed25519 key
    const { key, thumbprint } = badgeKey('EdDSA');
    const id = `${config().publicOrigin}/certificates/${certificate.id}`;
    const early = await new SignJWT({ id }).setProtectedHeader({ alg: 'EdDSA', typ: 'JWT', kid: thumbprint }).sign(key);
    await jwtVerify(early, createRemoteJWKSet(new URL('/api/badge-keys', api.origin)));
    await call(`/api/certificates/${certificate.id}`, 'DELETE');
    expect((await call(`/api/certificates/${certificate.id}/status`, 'GET', undefined, null)).json.revokedCredential).toMatchObject([
      { id },
    ]);
  });

  it('can be revoked by their holder, once and for all, and a verifier then refuses them', async () => {
    await complete();
    const { certificate } = (await issue()).json;
    const jws = await download(certificate.id);
    expect((await verifyOpenBadge(jws, fetchJson)).isRevoked).toBe(false);
    const revoked = (await call(`/api/certificates/${certificate.id}`, 'DELETE')).json.certificate;
    expect(revoked.revoked_at).not.toBeNull();
    expect((await call(`/api/certificates/${certificate.id}`, 'DELETE')).json.certificate).toEqual(revoked);
    expect((await verifyOpenBadge(jws, fetchJson)).isRevoked).toBe(true);
    expect((await issue()).json.code).toBe('certificate.revoked');
  });
});
