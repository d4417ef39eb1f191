import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { ENDPOINTS } from '#contract/endpoints.ts';
import { buildContent, buildLesson, givenCompleted, givenCourse } from '#domain/courses/content/course.factory.ts';
import { addClassMembers, createClass, updateClass } from '#domain/classes/class.commands.ts';
import { createAssignment, startAssignment } from '#domain/classes/assignment.commands.ts';
import { getAssignmentReport } from '#domain/classes/class-report.queries.ts';
import { startEngine } from '#domain/kinds.ts';
import { givenMember, givenOrganisation } from '#domain/organisations/organisation.factory.ts';
import { sceneFor } from '#ops/sandbox/simulations/library.ts';
import { useTestApi, type Person, type Received } from '#api/testing/test-api.ts';

/** What is done on a device without a connection arrives later, perhaps twice, and counts once, by its own time. */

const api = useTestApi();
startEngine();
const DAY_MS = 86_400_000;
let people = 0;
async function someone(): Promise<Person> {
  const person = await api.givenPerson(`late-${(people += 1)}@example.com`, { tokens: 100 });
  await api.database.knex('account').where({ id: person.userId }).update({ birth_year: 1990, email_verified_at: new Date() });
  return person;
}
const daysAgo = (days: number, more = 0) => new Date(Date.now() - days * DAY_MS + more);

interface Late {
  readonly id?: string;
  readonly at?: Date | string;
  readonly after?: Date;
  readonly zone?: string;
}

const act = (
  person: Person,
  [method, path, body]: readonly [string, string, object?],
  { id, at, after, zone }: Late = {},
): Promise<Received> =>
  api.call(path, {
    method,
    bearer: person.accessToken,
    ...(body && { body }),
    headers: {
      ...(id && { 'Act-Id': id }),
      ...(at && { 'Act-Time': typeof at === 'string' ? at : at.toISOString() }),
      ...(after && { 'Act-After': after.toISOString() }),
      ...(zone && { 'Act-Zone': zone }),
    },
  });

type Request = readonly [method: string, path: string, body?: object];
type Given = { readonly person: Person; readonly courseId: string; readonly lessonId: string; readonly soldId: string };

/** A course that was taken from the market with one lesson, which is completed. */
async function givenAll(): Promise<Given> {
  const person = await someone();
  const creator = await someone();
  const lesson = buildLesson();
  const document = buildContent({ modules: [{ title: 'Spring', summary: 'Growth', lessons: [lesson] }] });
  const courseId = await givenCourse(person.userId, { document });
  const soldId = randomUUID();
  const sold = { id: soldId, account_id: creator.userId, title: 'Bees', description: 'Bees', status: 'published', course_id: courseId };
  const dates = { published_at: new Date(), renewed_at: new Date(), language: 'english', age_group: 'Adults' };
  const { knex } = api.database;
  await knex('creator_course').insert({ ...sold, ...dates, published_version: 1, published_course_id: courseId });
  await knex('course').where({ id: courseId }).update({ enrolled_from: soldId });
  await knex('enrolment').insert({ account_id: person.userId, creator_course_id: soldId, course_id: courseId, version: 1 });
  await givenCompleted(courseId);
  return { person, courseId, lessonId: lesson.lesson_id, soldId };
}

/** A card of the person. */
async function givenCard(person: Person): Promise<string> {
  const card_id = randomUUID();
  await act(person, ['POST', '/api/flash-cards', { card_id, deck: 'Bees', front: 'Who flies?', back: 'The bee' }]);
  return card_id;
}

async function givenNote({ person, courseId }: Given): Promise<string> {
  const note_id = randomUUID();
  await act(person, ['POST', '/api/notes', { note_id, course_id: courseId, lesson_id: '0_0', passage: null, text: 'Feed late' }]);
  return note_id;
}

/** For each change that may wait on a device: a request that applies it. */
const REQUESTS: Readonly<Record<string, (given: Given) => Request | Promise<Request>>> = {
  completeLesson: ({ courseId }) => ['POST', '/api/lesson-complete', { course_id: courseId, lesson_id: '0_0' }],
  bookmarkLesson: ({ courseId }) => ['POST', `/api/courses/${courseId}/lessons/0_0/bookmark`],
  removeLessonBookmark: ({ courseId }) => ['DELETE', `/api/courses/${courseId}/lessons/0_0/bookmark`],
  saveReadingPlace: ({ courseId }) => [
    'PUT',
    `/api/courses/${courseId}/reading-place`,
    { lesson_id: '0_0', position: 1, read_at: new Date().toISOString() },
  ],
  reportActivity: () => ['POST', '/api/activity', { minutes: [new Date().toISOString()] }],
  setWeeklyGoal: () => ['PUT', '/api/goals/week', { minutes: 60 }],
  setCourseGoal: ({ courseId }) => ['PUT', `/api/goals/courses/${courseId}`, { due_on: '2027-01-01' }],
  createNote: ({ courseId }) => [
    'POST',
    '/api/notes',
    { note_id: randomUUID(), course_id: courseId, lesson_id: '0_0', passage: null, text: 'Feed late' },
  ],
  updateNote: async (given) => ['PATCH', `/api/notes/${await givenNote(given)}`, { text: 'Feed early' }],
  deleteNote: async (given) => ['DELETE', `/api/notes/${await givenNote(given)}`],
  createFlashCard: () => ['POST', '/api/flash-cards', { card_id: randomUUID(), deck: 'Bees', front: 'Who?', back: 'Bees' }],
  editFlashCard: async ({ person }) => [
    'PUT',
    `/api/flash-cards/${await givenCard(person)}`,
    { deck: 'Bees', front: 'Who?', back: 'Bees' },
  ],
  deleteFlashCard: async ({ person }) => ['DELETE', `/api/flash-cards/${await givenCard(person)}`],
  rateFlashCard: async ({ person }) => [
    'POST',
    `/api/flash-cards/${await givenCard(person)}/ratings`,
    { rating_id: randomUUID(), rating: 'good' },
  ],
  undoFlashCardRating: async ({ person }) => {
    const [card, rating_id] = [await givenCard(person), randomUUID()];
    await act(person, ['POST', `/api/flash-cards/${card}/ratings`, { rating_id, rating: 'good' }]);
    return ['DELETE', `/api/flash-cards/${card}/ratings/${rating_id}`];
  },
  answerQuestion: ({ courseId }) => [
    'POST',
    '/api/practice/answers',
    { answer_id: randomUUID(), course_id: courseId, lesson_id: '0_0', question_id: 'q1', chosen_ids: ['a'] },
  ],
  solveTasks: async ({ person, courseId }) => {
    const home = (await api.database.knex('course').where({ id: courseId }).first('run_id', 'id'))!;
    const simulation = { id: randomUUID(), home_id: home.run_id ?? home.id, place: 4, account_id: person.userId, wish: 'Light' };
    await api.database.knex('simulation').insert({ ...simulation, scene: JSON.stringify(sceneFor('lenses')) });
    return ['POST', `/api/simulations/${simulation.id}/solved`, { tasks: [0] }];
  },
  saveAudioPlace: ({ courseId, lessonId }) => [
    'PUT',
    `/api/course-audio/${courseId}/place`,
    { language: 'english', lesson_id: lessonId, seconds: 5 },
  ],
  rateCourse: ({ soldId }) => ['PUT', `/api/market/courses/${soldId}/rating`, { stars: 5, text: 'Good' }],
  saveSatisfaction: ({ courseId }) => ['PUT', `/api/courses/${courseId}/satisfaction`, { answer: 5 }],
  askLessonQuestion: ({ courseId, lessonId }) => [
    'POST',
    `/api/courses/${courseId}/lessons/${lessonId}/questions`,
    { question_id: randomUUID(), text: 'Why?' },
  ],
  askTeacher: async ({ person }) => {
    const { assignmentId } = await givenAssignedTo(person);
    return ['POST', `/api/assignments/${assignmentId}/questions`, { question_id: randomUUID(), text: 'Why?' }];
  },
};
/**
 * Their rows have ids of the device: a recording's note (`api/voice`), answers in words, whose repeat returns the stored answer
 * (`workers/practice`).
 */
const BY_THEIR_OWN_ID = ['createVoiceNote', 'answerInWords', 'answerFinalTask'];

async function givenAssignedTo(person: Person, due_at?: string) {
  const { id: organisationId } = await givenOrganisation();
  const teacher = (await someone()).userId;
  await givenMember(organisationId, teacher, 'teacher');
  await givenMember(organisationId, person.userId, 'member');
  const [classId, assignmentId] = [randomUUID(), randomUUID()];
  await createClass({ accountId: teacher, classId, name: '7b' });
  await addClassMembers({ accountId: teacher, classId, people: [person.userId], role: 'student' });
  const courseId = await givenCourse(teacher, {
    document: buildContent({ modules: [{ title: 'A', summary: 'B', lessons: [buildLesson()] }] }),
  });
  await createAssignment({ accountId: teacher, classId, assignmentId, courseId, due_at });
  return { teacher, classId, assignmentId };
}

describe('a change that may wait on a device', () => {
  const queued = ENDPOINTS.filter(({ offline }) => offline === 'queued').map(({ name }) => name);
  let given: Given;
  beforeAll(async () => {
    given = await givenAll();
  });

  it('is each in the table below', () => expect([...Object.keys(REQUESTS), ...BY_THEIR_OWN_ID].toSorted()).toEqual(queued.toSorted()));

  it.each(Object.keys(REQUESTS))('%s is applied once, although it arrives twice', async (name) => {
    const [request, id] = [await REQUESTS[name]!(given), randomUUID()];
    const first = await act(given.person, request, { id, at: daysAgo(2) });
    expect(first.status, first.text).toBeLessThan(300);
    expect((await act(given.person, request, { id, at: daysAgo(2) })).json).toMatchObject({ status: 409, code: 'act.applied' });
  });

  it('is refused with a header that says nothing', async () => {
    const request: Request = ['PUT', '/api/goals/week', { minutes: 60 }];
    for (const [late, path] of [
      [{ id: 'first' }, 'Act-Id'],
      [{ at: 'yesterday' }, 'Act-Time'],
      [{ at: daysAgo(1), zone: 'Atlantis' }, 'Act-Zone'],
    ] as const)
      expect((await act(given.person, request, late)).json).toMatchObject({ code: 'validation.failed', errors: [{ path }] });
  });
});

describe('the own time of an act', () => {
  const lessonsOn = async (person: Person, zone: string) => {
    const { json } = await api.call(`/api/dashboard/${person.userId}?time_zone=${zone}`, { bearer: person.accessToken });
    return json as { streak_days: number; weekly_activity: { day: string; lessons: number }[] };
  };
  const completing = (courseId: string, lesson: string): Request => [
    'POST',
    '/api/lesson-complete',
    { course_id: courseId, lesson_id: lesson },
  ];
  const dayIn = (timeZone: string, at: Date) => new Intl.DateTimeFormat('en-CA', { timeZone }).format(at);
  /** The last midnight in a zone, as a time; the offset of these zones does not change on such a day. */
  function midnightIn(timeZone: string): Date {
    const today = dayIn(timeZone, new Date());
    let at = Math.floor(Date.now() / 900_000) * 900_000;
    while (dayIn(timeZone, new Date(at - 1)) === today) at -= 900_000;
    return new Date(at);
  }

  it.each(['Pacific/Kiritimati', 'Asia/Kathmandu', 'America/Los_Angeles'])('keeps a streak over midnight in %s', async (zone) => {
    const person = await someone();
    const courseId = await givenCourse(person.userId);
    const midnight = midnightIn(zone).getTime();
    for (const [lesson, at] of [
      ['0_0', midnight - DAY_MS - 300_000],
      ['0_1', midnight - 300_000],
      ['1_0', midnight + 1],
    ] as const)
      await act(person, completing(courseId, lesson), { id: randomUUID(), at: new Date(at), zone });
    const { streak_days, weekly_activity } = await lessonsOn(person, zone);
    expect(streak_days).toBe(3);
    expect(weekly_activity.slice(-3).map(({ lessons }) => lessons)).toEqual([1, 1, 1]);
    expect(await api.database.knex('achievement').where({ account_id: person.userId }).pluck('achievement')).toContain('three_days');
  });

  it('awards a streak that has ended before it arrived, in the zone of the act', async () => {
    const person = await someone();
    const courseId = await givenCourse(person.userId);
    for (const [lesson, days] of [
      ['0_0', 9],
      ['1_0', 7],
      ['0_1', 8],
    ] as const)
      await act(person, completing(courseId, lesson), { id: randomUUID(), at: daysAgo(days), zone: 'Asia/Tokyo' });
    expect((await lessonsOn(person, 'Asia/Tokyo')).streak_days).toBe(0);
    expect(await api.database.knex('achievement').where({ account_id: person.userId }).pluck('achievement')).toContain('three_days');
  });

  it('is that of the first of two devices that completed a lesson', async () => {
    const person = await someone();
    const courseId = await givenCourse(person.userId);
    await act(person, completing(courseId, '0_0'));
    const early = daysAgo(1);
    expect((await act(person, completing(courseId, '0_0'), { id: randomUUID(), at: early })).json).toMatchObject({ points_awarded: 0 });
    const row = await api.database.knex('lesson_completion').where({ course_id: courseId }).first('completed_at');
    expect(row!.completed_at).toEqual(early);
  });

  it('counts for minutes of the last thirty days', async () => {
    const person = await someone();
    const minutes = [1, 29, 31].map((days) => daysAgo(days).toISOString());
    expect((await act(person, ['POST', '/api/activity', { minutes }])).json).toEqual({ counted: 2 });
  });

  it('is late for a class when it arrives late, unless the class counts by the time of the device; teachers see both', async () => {
    const person = await someone();
    const { teacher, classId, assignmentId } = await givenAssignedTo(person, daysAgo(1).toISOString());
    const courseId = await startAssignment({ accountId: person.userId, assignmentId });
    const done = daysAgo(2);
    await act(person, completing(courseId, '0_0'), { id: randomUUID(), at: done });
    const student = async () => (await getAssignmentReport({ accountId: teacher, classId, assignmentId })).students[0]!;
    expect(await student()).toMatchObject({ late: true, completed_at: done.toISOString() });
    expect(Date.parse((await student()).arrived_at!) - done.getTime()).toBeGreaterThan(DAY_MS);
    await updateClass({ accountId: teacher, classId, late_by: 'own_time' });
    expect(await student()).toMatchObject({ late: false });
  });
});

describe('two devices', () => {
  const ratingOf = (rating: string) => ({ rating_id: randomUUID(), rating });
  const cardOf = (card_id: string) => api.database.knex('flash_card').where({ id: card_id }).first('card', 'due_at', 'reviews');

  it('rate a card: what arrives late is put in its place, and the interval is that of their order', async () => {
    const person = await someone();
    const inOrder = await givenCard(person);
    const outOfOrder = await givenCard(person);
    const ratings = [
      [9, ratingOf('good')],
      [6, ratingOf('again')],
      [2, ratingOf('good')],
    ] as const;
    const times = new Map(ratings.map(([days]) => [days, daysAgo(days)]));
    const rate = (card: string, [days, body]: (typeof ratings)[number]) =>
      act(person, ['POST', `/api/flash-cards/${card}/ratings`, { ...body, rating_id: randomUUID() }], {
        id: randomUUID(),
        at: times.get(days)!,
      });
    for (const rating of ratings) await rate(inOrder, rating);
    for (const at of [0, 2, 1]) await rate(outOfOrder, ratings[at]!);
    expect(await cardOf(outOfOrder)).toEqual(await cardOf(inOrder));
    expect((await cardOf(inOrder))!.reviews).toBe(3);
  });

  it('answer a question: it is due by the order of the answers', async () => {
    const person = await someone();
    const [one, other] = [await givenCourse(person.userId), await givenCourse(person.userId)];
    const answers = [
      [daysAgo(9), 'a'],
      [daysAgo(6), 'b'],
      [daysAgo(2), 'a'],
    ] as const;
    const answer = (course_id: string, [at, chosen]: (typeof answers)[number]) =>
      act(
        person,
        [
          'POST',
          '/api/practice/answers',
          { answer_id: randomUUID(), course_id, lesson_id: '0_0', question_id: 'q1', chosen_ids: [chosen] },
        ],
        { id: randomUUID(), at },
      );
    for (const given of answers) await answer(one, given);
    for (const at of [2, 0, 1]) await answer(other, answers[at]!);
    const due = (course_id: string) => api.database.knex('review_card').where({ course_id }).first('due_at', 'card');
    expect(await due(other)).toEqual(await due(one));
  });

  it('edit a note: the later text stays in front, and the earlier one is not lost', async () => {
    const person = await someone();
    const courseId = await givenCourse(person.userId);
    const note = await givenNote({ person, courseId, lessonId: '', soldId: '' });
    await api.database
      .knex('lesson_note')
      .where({ id: note })
      .update({ created_at: daysAgo(9), updated_at: daysAgo(9) });
    const edit = (text: string, days: number) =>
      act(person, ['PATCH', `/api/notes/${note}`, { text }], { id: randomUUID(), at: daysAgo(days) });
    await edit('Feed at noon', 1);
    expect((await edit('Feed at night', 3)).json.note.text).toBe('Feed at noon\n\nFeed at night');
  });

  it('rate a course, or read on: the later counts, whatever arrives first', async () => {
    const { person, soldId, courseId } = await givenAll();
    const rate = (stars: number, days: number) =>
      act(person, ['PUT', `/api/market/courses/${soldId}/rating`, { stars, text: '' }], { id: randomUUID(), at: daysAgo(days) });
    await rate(5, 1);
    await rate(1, 3);
    expect(await api.database.knex('course_rating').where({ account_id: person.userId }).pluck('stars')).toEqual([5]);
    const satisfied = (answer: number, days: number) =>
      act(person, ['PUT', `/api/courses/${courseId}/satisfaction`, { answer }], { id: randomUUID(), at: daysAgo(days) });
    await satisfied(4, 1);
    await satisfied(2, 3);
    expect(await api.database.knex('enrolment').where({ account_id: person.userId }).pluck('satisfaction')).toEqual([4]);
  });
});
