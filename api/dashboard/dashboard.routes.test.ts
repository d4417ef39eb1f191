import { beforeEach, describe, expect, it } from 'vitest';
import { ACHIEVEMENTS } from '#contract/dashboard/achievements.ts';
import { givenCourse } from '#domain/courses/content/course.factory.ts';
import { lastWeek, streakOf } from '#domain/dashboard/learning-days.ts';
import { useTestApi, type Person } from '#api/testing/test-api.ts';

const api = useTestApi();
let person: Person;
let courseId: string;
let people = 0;
beforeEach(async () => {
  person = await api.givenPerson(`dash-${(people += 1)}@example.com`);
  courseId = await givenCourse(person.userId);
});

const call = (target: string, method = 'GET', body?: unknown, who = person) =>
  api.call(target, { method, bearer: who.accessToken, ...(body === undefined ? {} : { body }) });
const dashboard = async (zone = 'UTC') => (await call(`/api/dashboard/${person.userId}?time_zone=${zone}`)).json;
const complete = (lesson: string) => call('/api/lesson-complete', 'POST', { course_id: courseId, lesson_id: lesson });
const minutesAgo = (n: number) => new Date(Date.now() - n * 60_000).toISOString();

describe('the dashboard', () => {
  it('DSH-01 DSH-03 DSH-04 G38 is empty, not invented, for a new user', async () => {
    const fresh = await api.givenPerson(`dash-${(people += 1)}@example.com`);
    const { json } = await call(`/api/dashboard/${fresh.userId}`, 'GET', undefined, fresh);
    expect(json).toMatchObject({
      completed_courses: 0,
      total_hours: 0,
      measured_since: null,
      streak_days: 0,
      total_points: 0,
      courses: [],
      achievements: [],
      goals: [],
    });
    expect(json.weekly_activity).toHaveLength(7);
    expect(json.weekly_activity.every((day: { minutes: number }) => day.minutes === 0)).toBe(true);
  });

  it('DSH-01 DSH-02 lists the five latest courses and achievements, of all that are counted', async () => {
    for (let n = 0; n < 5; n++) await givenCourse(person.userId);
    const ids = ACHIEVEMENTS.slice(0, 6).map(({ id }) => id);
    const award = (achievement: string, n: number) => ({
      account_id: person.userId,
      achievement,
      awarded_at: new Date(Date.now() + 60_000 + n),
    });
    await api.database.knex('achievement').insert(ids.map(award));
    const { courses, course_total: all, achievements, achievement_total: won } = await dashboard();
    expect([courses.length, all]).toEqual([5, 6]);
    expect(won).toBeGreaterThan(5);
    expect(achievements).toHaveLength(5);
    const latest = ACHIEVEMENTS.slice(1, 6).toReversed();
    expect(achievements).toMatchObject(latest.map(({ id, points }) => ({ id, points, title: expect.any(String) })));
  });

  it('DSH-01 DSH-02 counts completed work and awards reached achievements, once, however often it is requested', async () => {
    for (const lesson of ['0_0', '0_1', '1_0']) await complete(lesson);
    const answers = await Promise.all([dashboard(), dashboard(), dashboard()]);
    const last = await dashboard();
    const points = 3 * 25 + 10 + 100;
    expect(last).toMatchObject({ completed_courses: 1, streak_days: 1, total_points: points, course_total: 1 });
    expect(answers.every((one) => one.total_points <= points)).toBe(true);
    expect(last.achievements.map(({ id }: { id: string }) => id).toSorted()).toEqual(['first_course', 'first_lesson']);
    expect(last.courses[0]).toMatchObject({ course_id: courseId, status: 'completed', progress: 100 });
    const { json } = await call('/api/points');
    expect(json.total).toBe(points);
    expect(json.entries.map(({ kind }: { kind: string }) => kind)).toEqual(['achievement', 'lesson', 'lesson', 'achievement', 'lesson']);
    const lesson = json.entries.find(({ kind }: { kind: string }) => kind === 'lesson');
    const { title, outline } = (await api.database.knex('course').where({ id: courseId }).first())!;
    expect(lesson).toMatchObject({ subject: outline.modules[1]!.lessons[0]!.title, course_title: title });
  });

  it('a completed course is in progress again when a lesson is added, and says that the lesson is new', async () => {
    for (const lesson of ['0_0', '0_1', '1_0']) await complete(lesson);
    await api.database.knex.raw(
      `update course_version set content = jsonb_set(content, '{modules,1,lessons}', content->'modules'->1->'lessons' ||
         jsonb_build_array(content->'modules'->1->'lessons'->0 || '{"lesson_id": "0194e0d0-0000-7000-8000-0000000000ff"}'::jsonb)) where course_id = ?`,
      [courseId],
    );
    await api.database.knex('course').where({ id: courseId }).update({ lesson_count: 4 });
    expect(await dashboard()).toMatchObject({ completed_courses: 0, courses: [{ status: 'in-progress', progress: 75, new_lessons: 1 }] });
    const filtered = (await call(`/api/courses/${person.userId}?status=completed`)).json;
    expect(filtered.courses).toHaveLength(0);
  });

  it('DSH-01 hours are measured minutes: each counts once, whichever device reports it, and none in the future or the distant past', async () => {
    const minutes = [1, 2, 3].map(minutesAgo);
    const report = (body: object) => call('/api/activity', 'POST', body);
    expect((await report({ minutes, course_id: courseId })).json).toEqual({ counted: 3 });
    expect((await report({ minutes: [...minutes, minutesAgo(4)] })).json).toEqual({ counted: 1 });
    expect((await report({ minutes: [minutesAgo(-30), minutesAgo(60 * 24 * 31)] })).json).toEqual({ counted: 0 });
    expect((await report({ minutes: ['yesterday'] })).status).toBe(400);
    expect(await api.database.knex('activity_minute').where({ account_id: person.userId })).toHaveLength(4);
    const told = await dashboard();
    expect(told).toMatchObject({ total_hours: 0.1, streak_days: 1 });
    expect(told.weekly_activity.reduce((sum: number, day: { minutes: number }) => sum + day.minutes, 0)).toBe(4);
  });

  it('DSH-05 goals are set by the learner, with the actual figures beside them', async () => {
    expect((await call('/api/goals/week', 'PUT', { minutes: 4 })).status).toBe(400);
    await call('/api/goals/week', 'PUT', { minutes: 90 });
    await call('/api/activity', 'POST', { minutes: [minutesAgo(1)] });
    await complete('0_0');
    await call(`/api/goals/courses/${courseId}`, 'PUT', { due_on: '2099-01-01' });
    const { goals } = await dashboard();
    expect(goals).toMatchObject([
      { kind: 'week', minutes: 90, done_minutes: 1 },
      { kind: 'course', course_id: courseId, due_on: '2099-01-01', progress: 33, lessons_left: 2, is_done: false },
    ]);
    await call('/api/goals/week', 'PUT', { minutes: null });
    await call(`/api/goals/courses/${courseId}`, 'PUT', { due_on: null });
    expect((await dashboard()).goals).toEqual([]);
  });

  it('DSH-03 lists every achievement with the user’s progress', async () => {
    await complete('0_0');
    const { achievements } = (await call(`/api/achievements/${person.userId}`)).json;
    expect(achievements).toHaveLength(ACHIEVEMENTS.length);
    expect(achievements[0]).toMatchObject({ id: 'first_lesson', points: 10, progress: 1, target: 1, awarded_at: expect.any(String) });
    expect(achievements.find(({ id }: { id: string }) => id === 'ten_lessons')).toMatchObject({
      progress: 1,
      target: 10,
      awarded_at: null,
    });
  });

  it('rejects an invalid time zone', async () => {
    for (const zone of ['Mars/Base', '%2B25:00', "';--"])
      expect((await call(`/api/dashboard/${person.userId}?time_zone=${zone}`)).status).toBe(400);
  });
});

describe('the study days of a course', () => {
  const days = async (zone = 'UTC') => (await call(`/api/study-days/${courseId}?time_zone=${zone}`)).json.days;
  /** Returns minutes of yesterday, starting at this time in UTC. */
  const yesterday = (time: string, count: number) => {
    const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
    return Array.from({ length: count }, (_, n) => new Date(Date.parse(`${day}T${time}:00Z`) + n * 60_000).toISOString());
  };
  const study = (minutes: readonly string[], of: string | null = courseId) =>
    api.database.knex('activity_minute').insert(minutes.map((at) => ({ account_id: person.userId, at, course_id: of })));

  it('have their sessions: activity more than half an hour apart is two sessions', async () => {
    await study([...yesterday('09:00', 10), ...yesterday('09:35', 10), ...yesterday('10:30', 2)]);
    await study(yesterday('12:00', 30), null);
    await study(yesterday('12:30', 30), await givenCourse(person.userId));
    const at = (time: string) => yesterday(time, 1)[0]!;
    const sessions = [
      { began_at: at('09:00'), ended_at: at('09:45') },
      { began_at: at('10:30'), ended_at: at('10:32') },
    ];
    expect(await days()).toEqual([{ day: at('09:00').slice(0, 10), minutes: 22, lessons: 0, sessions }]);
  });

  it('are those of the learner’s time zone, newest first, with the lessons completed on each', async () => {
    await study(yesterday('23:58', 4));
    await complete('0_0');
    const found = await days();
    expect(found.map(({ minutes, lessons }: { minutes: number; lessons: number }) => [minutes, lessons])).toEqual([
      [2, 1],
      [2, 0],
    ]);
    // where it is still yesterday evening
    const west = await days('Pacific/Honolulu');
    expect(west.find(({ minutes }: { minutes: number }) => minutes > 0).minutes).toBe(4);
  });

  it('are at most four weeks old, and nobody else’s', async () => {
    await study([new Date(Math.floor(Date.now() / 60_000) * 60_000 - 29 * 86_400_000).toISOString()]);
    expect(await days()).toEqual([]);
    const stranger = await api.givenPerson(`dash-${(people += 1)}@example.com`);
    expect((await call(`/api/study-days/${courseId}`, 'GET', undefined, stranger)).status).toBe(404);
    expect((await call('/api/study-days/nonsense')).status).toBe(404);
    expect((await call(`/api/study-days/${courseId}?time_zone=Nowhere/At_All`)).status).toBe(400);
  });
});

describe('a streak', () => {
  it.each([
    [[], 0],
    [['2026-11-20'], 1],
    [['2026-11-19', '2026-11-18'], 2],
    [['2026-11-18'], 0],
    [['2026-11-20', '2026-11-19', '2026-11-17'], 2],
    [['2026-03-01', '2026-02-28'], 0],
  ])('of %j is %i on 20 November', (days, streak) => {
    expect(
      streakOf(
        days.map((day) => ({ day })),
        '2026-11-20',
      ),
    ).toBe(streak);
  });

  it('a week has seven days, also across the end of a month', () => {
    expect(lastWeek([{ day: '2026-02-28', minutes: 5, lessons: 1 }], '2026-03-02').map(({ day, minutes }) => [day, minutes])).toEqual([
      ['2026-02-24', 0],
      ['2026-02-25', 0],
      ['2026-02-26', 0],
      ['2026-02-27', 0],
      ['2026-02-28', 5],
      ['2026-03-01', 0],
      ['2026-03-02', 0],
    ]);
  });
});
