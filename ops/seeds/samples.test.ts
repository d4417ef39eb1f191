import { beforeAll, describe, expect, it } from 'vitest';
import { avatarColor } from '#contract/chat/chat-message.ts';
import { ledgerFaults } from '#domain/billing/ledger/ledger-proof.queries.ts';
import { readDashboard } from '#domain/dashboard/dashboard.queries.ts';
import { readLeaderboard } from '#domain/leaderboard/leaderboard.queries.ts';
import { getMarketCourse } from '#domain/market/listing.queries.ts';
import { actOnRun } from '#domain/operator/runs/act-on-run.command.ts';
import { inspectRun } from '#domain/operator/runs/inspect-run.queries.ts';
import { searchRuns } from '#domain/operator/runs/search-runs.queries.ts';
import { listBatches } from '#domain/operator/batches/batch.queries.ts';
import { startEngine } from '#domain/kinds.ts';
import { listPublicProfiles } from '#domain/people/people.queries.ts';
import { listDecks } from '#domain/practice/cards/cards.queries.ts';
import { creatorAnalytics, creatorStats } from '#domain/studio/creator-figures.queries.ts';
import { useTestDatabase } from '#domain/testing/test-database.ts';
import { listStudents } from '#domain/market/students/students.queries.ts';
import { marketKey } from './published-courses.ts';
import { accountIds, CREATOR, LEARNER, SIGN_IN_ACCOUNTS } from './sample-people.ts';
import { scenarioOf, seedSampleAccounts } from './scenarios.ts';

const db = useTestDatabase();
/** Append-only tables: the ledger, the audit log, and the words known to the market. */
const APPEND_ONLY = ['ledger_account', 'ledger_entry', 'ledger_transaction', 'audit_entry', 'market_word', 'step_delta', 'call_delta'];

/** Returns all rows of all tables except some accounts', by table. */
async function snapshot(except: readonly string[] = APPEND_ONLY): Promise<Record<string, string[]>> {
  const { rows } = await db.knex.raw(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  );
  const found: Record<string, string[]> = {};
  for (const { name } of rows.filter((row: { name: string }) => !except.includes(row.name) && !row.name.startsWith('schema_migration'))) {
    const { rows: all } = await db.knex.raw(`select to_jsonb(t)::text as row from ${name} t order by 1`);
    if (all.length > 0) found[name] = all.map(({ row }: { row: string }) => row);
  }
  return found;
}

const seed = () => scenarioOf('sample-accounts').seed();
const courseIdOf = async (slug: string): Promise<string> =>
  (await db
    .knex('creator_course')
    .where({ client_key: marketKey(slug) })
    .first('id'))!.id;
const PAID = 'pricing-for-a-small-business';

let before: Record<string, string[]>;
let done: string[];
let ids: Map<string, string>;
beforeAll(async () => {
  startEngine();
  await seedSampleAccounts();
  // an adult, as a part of the samples makes them
  await db.knex('account').whereLike('email', '%@example.com').update({ birth_year: 1990 });
  before = await snapshot();
  done = await seed();
  ids = await accountIds([CREATOR, LEARNER]);
});

describe('the samples', () => {
  it('are people whose faces differ from those of their neighbours and of the sign-in accounts', async () => {
    const people: { id: string; email: string }[] = await db
      .knex('account')
      .whereLike('email', 'sample-%')
      .orderBy('id')
      .select('id', 'email');
    const creators = people.filter(({ email }) => email.startsWith('sample-creator')).map(({ id }) => avatarColor(id));
    const signIns = [...(await accountIds(SIGN_IN_ACCOUNTS)).values()].map(avatarColor);
    expect(new Set([...creators, ...signIns]).size).toBe(creators.length + new Set(signIns).size);
    const students = people.filter(({ email }) => email.startsWith('sample-student')).map(({ id }) => avatarColor(id));
    expect(students).toHaveLength(36);
    expect(students.filter((color, at) => color === students[at - 1])).toEqual([]);
  });

  it('A40 none sells a course of the free library, also none of an older version', async () => {
    const prices = () => db.knex('creator_course').where({ status: 'published' }).distinct('price_cents').pluck('price_cents');
    expect(await prices()).toEqual([0]);
    await db
      .knex('creator_course')
      .where({ client_key: marketKey(PAID) })
      .update({ price_cents: 900 });
    await seed();
    expect(await prices()).toEqual([0]);
  });

  it('are created once: seeding again changes nothing', async () => {
    expect(done).toHaveLength(8);
    const first = await snapshot([]);
    expect(await seed()).toEqual([]);
    expect(await snapshot([])).toEqual(first);
  });

  it('students read, finish and rate their courses, and every figure follows from their rows', async () => {
    const accountId = ids.get(CREATOR)!;
    const stats = await creatorStats({ accountId });
    const analytics = await creatorAnalytics({ accountId, months: 24 });
    expect(stats).toMatchObject({ has_samples: true, total_students: 37 });
    expect(analytics.student_growth.reduce((sum, n) => sum + n)).toBe(stats.total_students);
    expect(Math.round(analytics.revenue_trend.reduce((sum, n) => sum + n) * 100)).toBe(Math.round(stats.total_revenue * 100));
    expect(analytics.measured_sessions).toBeGreaterThan(100);
    expect(analytics.measured_answers).toBeGreaterThan(10);
    expect(analytics.engagement_metrics.avg_session_time).toMatch(/^(9|10|11) min$/);
    const { rows } = await db.knex.raw(
      `select count(*)::int as stray from course_rating r left join enrolment e using (account_id, creator_course_id)
        where e.course_id is null or e.refunded_at is not null`,
    );
    expect(rows[0].stray).toBe(0);
  });

  it('ratings are marked as samples', async () => {
    const { ratings, rating_count } = await getMarketCourse(await courseIdOf(PAID), { isCounted: false });
    expect(rating_count).toBeGreaterThan(3);
    expect(ratings.filter(({ text }) => text !== '').length).toBeGreaterThan(1);
    expect(ratings.every((one) => one.is_sample)).toBe(true);
  });

  it('nobody rates a course twice under one name, and no two courses have the same ratings', async () => {
    const { rows } = await db.knex.raw(
      `select c.title, array_agg(p.first_name order by r.created_at) as names, string_agg(r.stars || ' ' || r.created_at::date, ', ' order by r.created_at) as ratings
         from creator_course c join course_rating r on r.creator_course_id = c.id join account p on p.id = r.account_id group by c.title`,
    );
    expect(rows).toHaveLength(12);
    for (const { title, names } of rows) expect(new Set(names).size, title).toBe(names.length);
    expect(new Set(rows.map(({ ratings }: { ratings: string }) => ratings)).size).toBe(12);
  });

  it('about two of three students show the creator their names, and are marked as samples', async () => {
    const pages = await Promise.all([1, 2, 3].map((page) => listStudents({ accountId: ids.get(CREATOR)!, page })));
    const students = pages.flatMap((page) => page.students);
    const shown = students.filter(({ shares_progress: shares }) => shares);
    expect(students.length).toBeGreaterThan(50);
    expect(shown.length / students.length).toBeGreaterThan(0.5);
    expect(shown.length / students.length).toBeLessThan(0.84);
    expect(shown.every((student) => student.is_sample)).toBe(true);
    for (const { name, progress } of shown) expect([name, typeof progress]).toEqual([expect.stringMatching(/^\p{L}+ Sample$/u), 'number']);
  });

  it('the learner has courses in four states, due reviews, notes, a certificate and a streak', async () => {
    const accountId = ids.get(LEARNER)!;
    const dashboard = await readDashboard({ accountId, timeZone: 'UTC' });
    expect(dashboard.completed_courses).toBe(2);
    expect(dashboard.courses.map(({ progress }) => progress).toSorted((a, b) => a - b)).toEqual([12, 50, 100, 100]);
    expect(dashboard.streak_days).toBeGreaterThanOrEqual(7);
    expect(dashboard.review_due).toBeGreaterThan(4);
    expect(dashboard.review_due).toBeLessThan(20);
    expect(await db.knex('certificate').where({ account_id: accountId })).toHaveLength(1);
    expect(await db.knex('lesson_note').where({ account_id: accountId })).toHaveLength(4);
    expect(await listDecks(accountId)).toMatchObject([{ deck: 'The cell, from membrane to division', cards: 5, due: 0 }]);
  });

  it('the leaderboard and the list of people have members, who are labelled as samples', async () => {
    const viewerId = ids.get(LEARNER)!;
    const { leaderboard } = await readLeaderboard(viewerId);
    expect(leaderboard).toHaveLength(8);
    for (const { name, points, is_sample: isSample } of leaderboard)
      expect([name, points > 0, isSample]).toEqual([expect.not.stringMatching(/sample/i), true, true]);
    // there, the name decides the colour of a face
    const colors = leaderboard.map(({ name }) => avatarColor(name));
    expect(new Set(colors).size, colors.join(', ')).toBe(6);
    const { profiles } = await listPublicProfiles({ viewerId, limit: 20 });
    expect(profiles).toHaveLength(6);
    for (const { name, bio } of profiles) expect([name, bio]).toEqual([expect.stringMatching(/sample/i), expect.stringContaining('.')]);
  });

  it('the learner reached each achievement at the time of the learning', async () => {
    const accountId = ids.get(LEARNER)!;
    const awarded = async () =>
      Object.fromEntries(
        (await db.knex('achievement').where({ account_id: accountId })).map((row) => [row.achievement, row.awarded_at.toISOString()]),
      );
    const dates = await awarded();
    // looking awards nothing more
    await readDashboard({ accountId, timeZone: 'UTC' });
    expect(await awarded()).toEqual(dates);
    const nth = async (table: string, column: string, n: number) =>
      (await db.knex(table).where({ account_id: accountId }).orderBy(column).pluck(column))[n - 1].toISOString();
    expect(dates).toMatchObject({
      first_lesson: await nth('lesson_completion', 'completed_at', 1),
      ten_lessons: await nth('lesson_completion', 'completed_at', 10),
      first_course: await nth('course_completion', 'completed_at', 1),
      first_note: await nth('lesson_note', 'created_at', 1),
      one_hour: await nth('activity_minute', 'at', 60),
      seven_days: expect.any(String),
    });
    expect(dates['first_lesson']! < dates['ten_lessons']!).toBe(true);
  });

  it('the discussions are visible, backdated, and nobody was notified of them', async () => {
    const posts = await db.knex('forum_post').where({ is_sample: true });
    expect(posts).toHaveLength(4);
    expect(posts.every((post) => post.created_at < post.active_at && post.active_at < new Date())).toBe(true);
    expect(await db.knex('public_text').whereNot({ state: 'clear' })).toEqual([]);
    expect(await db.knex('notification').where({ kind: 'post.replied' })).toEqual([]);
  });

  it('operators see a week of runs, a finished batch and two dead letters, and can retry one', async () => {
    const search = (filter: object) => searchRuns({ filter, sort: 'created_at', order: 'desc', page: 0, size: 50 });
    const week = await search({ status: 'completed', kind: 'course' });
    expect(week.total).toBe(36);
    expect(week.runs.every(({ title, subject }) => subject === title)).toBe(true);
    const [batch] = await listBatches();
    expect(batch).toMatchObject({ state: 'done', total: 4, items: { approved: 3, discarded: 1 } });
    const dead = await search({ status: 'failed' });
    expect(dead.runs.map(({ error_code: code }) => code)).toEqual(['vendors.all_down', 'vendors.refused']);
    expect(dead.runs.map(({ subject }) => subject)).toEqual(['Sorting algorithms compared', 'Picking the locks of other people’s doors']);
    for (const { task_id: id, person } of dead.runs) {
      const { steps, calls, acts } = await inspectRun(id);
      expect([steps.length, calls.length, acts, person?.email]).toEqual([
        1,
        4,
        ['retry', 'remove'],
        expect.stringMatching(/@sample\.invalid$/),
      ]);
    }
    await actOnRun({ runId: dead.runs[1]!.task_id, act: 'retry' }, null);
    expect((await search({ status: 'failed' })).total).toBe(1);
    await db.knex('outbox').where({ job: 'admission' }).delete();
  });

  it('are removed with one command, leave nothing behind, and stay away at the next start', async () => {
    expect(await scenarioOf('remove-samples').seed()).toEqual([
      'Removed: 12 courses, 2 drafts, 38 people, and what the sample accounts were given.',
      expect.stringMatching(/^\d+ sample sales were given back in the ledger\.$/),
    ]);
    expect(await snapshot()).toEqual(before);
    expect(await ledgerFaults(db.knex)).toEqual([]);
    expect(await db.knex('ledger_account').where({ unit: 'USD' }).whereNot({ balance: 0 })).toEqual([]);
    const after = await snapshot([]);
    expect(await scenarioOf('remove-samples').seed()).toEqual([]);
    expect(await seed()).toEqual([]);
    expect(await snapshot([])).toEqual(after);
  });
});
