import { rowsOf, sql } from '#domain/platform/sql.ts';
import type { Knex } from 'knex';
import type { ChecklistItem, Publication } from '#contract/market/publication.contract.ts';
import { isAboutTheSame } from '#contract/market/shared-words.ts';
import { COURSE_PRICE } from '#contract/billing/catalogue.ts';
import {
  lessonsOf,
  mayTest,
  totalMinutes,
  type CourseContent,
  isChecked,
  type CourseContents,
} from '#domain/courses/content/course-content.queries.ts';
import { storable } from '#domain/courses/content/storable-course.queries.ts';
import { courseIdOf } from '#domain/courses/content/course-id.queries.ts';
import { isTaken } from '#domain/courses/content/taken-course.queries.ts';
import { lessonMinutes } from '#domain/courses/content/lesson-minutes.queries.ts';
import { database, transact } from '#domain/platform/database.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { creatorCourseIdOf } from '#domain/studio/creator-course.queries.ts';
import { removeFromMarket, setContent, showInMarket } from '#domain/studio/creator-course.commands.ts';
import { publishEvent } from '#domain/webhooks/publish-event.command.ts';
import { isTakenDown } from './moderation.queries.ts';

interface Named {
  readonly accountId: string;
  /** Id of the studio's course. */
  readonly courseId: string;
}

interface Row {
  id: string;
  title: string;
  description: string;
  category: string | null;
  objectives: string;
  tags: string[];
  price_cents: number;
  status: 'draft' | 'published' | 'archived';
  course_id: string | null;
  preview_lessons: string[];
  has_final_test: boolean;
  published_version: number | null;
  published_at: Date | null;
  rights_confirmed_at: Date | null;
  taken_down_reason: string | null;
  current_version: number | null;
  age_group: string | null;
  content: CourseContent | null;
  contents: CourseContents | null;
  /** Whether the text differs from the published one. */
  has_changes: boolean;
}

/** Returns the publication state of one of the creator's courses. @throws ProductError not_found */
export async function getPublication(named: Named, store: Knex = database()): Promise<Publication> {
  return toPublication(await readRow(store, named));
}

async function readRow(store: Knex, { accountId, courseId }: Named): Promise<Row> {
  const [row] = await rowsOf<Row>(
    store,
    sql`select c.*, course.current_version, coalesce(course.age_group, c.age_group) as age_group, live.content, live.contents,
            live.content is not null and live.content is distinct from published.content as has_changes
       from creator_course c
       left join course on course.id = c.course_id
       left join course_version live on live.course_id = course.id and live.number = course.current_version
       left join publication_version published on published.creator_course_id = c.id and published.number = c.published_version
      where c.id = ${creatorCourseIdOf(courseId)} and c.account_id = ${accountId}`,
  );
  if (!row) throw notFound('course');
  return row;
}

function toPublication(row: Row): Publication {
  const { content, contents } = row;
  return {
    status: row.status,
    content:
      content && row.course_id
        ? { course_id: row.course_id, title: content.title, version: row.current_version!, lesson_count: lessonsOf(content).length }
        : null,
    published_version: row.published_version,
    published_at: row.published_at?.toISOString() ?? null,
    has_changes: row.has_changes,
    preview_lessons: row.preview_lessons,
    has_final_test: row.has_final_test,
    may_test: contents !== null && mayTest(contents),
    modules: content && contents ? publicModules(contents, minutesOf(content), row.preview_lessons) : [],
    taken_down_reason: row.taken_down_reason,
    checklist: checklistOf(row),
  };
}

const minutesOf = (content: CourseContent): number[] => lessonsOf(content).map(lessonMinutes);

/** Returns the modules of a text as shown to everybody. @param minutes of each lesson, in reading order */
export function publicModules({ modules }: CourseContents, minutes: readonly number[], previews: readonly string[]) {
  let place = 0;
  return modules.map(({ title, lessons }) => ({
    title,
    lessons: lessons.map((lesson) => ({
      lesson_id: lesson.lesson_id,
      title: lesson.title,
      duration_minutes: minutes[place++] ?? 1,
      is_preview: previews.includes(lesson.lesson_id),
    })),
  }));
}

/** Stores the minutes of lessons that were published before those were stored. @returns the minutes, in the order of the lessons */
export async function noteMinutes(creatorCourseId: string, number: number): Promise<number[]> {
  const row = await database()('publication_version').where({ creator_course_id: creatorCourseId, number }).first('content');
  if (!row) throw notFound('course');
  const minutes = minutesOf(row.content);
  await database()('publication_version').where({ creator_course_id: creatorCourseId, number }).update({ minutes });
  return minutes;
}

/** Returns the checklist before publication. Items whose absence would deceive buyers are required. */
function checklistOf(row: Row): ChecklistItem[] {
  const lessons = row.content ? lessonsOf(row.content) : [];
  const has = lessons.length > 0;
  const price = row.price_cents;
  const items: [ChecklistItem['item'], boolean, boolean][] = [
    ['content', has, true],
    ['whole', has && row.content!.missing_lessons === 0, true],
    ['title', row.title.trim() !== '', true],
    ['description', row.description.trim().length >= 40, true],
    ['category', row.category !== null, true],
    ['outcomes', row.objectives.trim() !== '', true],
    ['price', price === 0 || (price >= COURSE_PRICE.lowest_cents && price <= COURSE_PRICE.highest_cents), true],
    ['age_group', row.age_group !== null, true],
    ['rights', row.rights_confirmed_at !== null, true],
    ['reviewed', has && lessons.every((lesson) => isChecked(lesson) || lesson.notes.includes('edited')), false],
    ['no_notes', has && lessons.every((lesson) => lesson.notes.every((note) => note === 'edited')), false],
  ];
  if (has) items.push(['related', isAboutTheSame(row, row.content!), false]);
  return items.map(([item, is_done, is_required]) => ({ item, is_done, is_required }));
}

/**
 * Chooses which of the creator's own courses is sold, which of its lessons are public, and whether its certificates require a final test.
 * @throws ProductError not_found; market.not_yours for a course taken from another creator; market.unrelated
 */
export async function chooseContent({
  contentId,
  previewLessons,
  hasFinalTest,
  isConfirmed = false,
  ...named
}: Named & {
  contentId: string;
  /** Whether the creator has confirmed that it is the right course although its words differ. */
  isConfirmed?: boolean | undefined;
  previewLessons?: readonly string[] | undefined;
  hasFinalTest?: boolean | undefined;
}): Promise<Publication> {
  await transact(async (trx) => {
    const row = await readRow(trx, named);
    const [course] = await rowsOf<{
      id: string;
      has_final_test: boolean;
      content: CourseContent;
      is_taken: boolean;
      library_slug: string | null;
    }>(
      trx,
      sql`select course.id, course.has_final_test, course.library_slug, live.content, ${isTaken(sql`course`, named.accountId)} as is_taken from course
         join course_version live on live.course_id = course.id and live.number = course.current_version
        where course.id = ${courseIdOf(contentId)} and course.account_id = ${named.accountId}`,
    );
    if (!course) throw notFound('course');
    const ids = lessonsOf(course.content).map(({ lesson_id }) => lesson_id);
    if (course.is_taken) throw new ProductError('market.not_yours', 'This course was made by another creator, so you cannot publish it.');
    if (course.library_slug !== null)
      throw new ProductError('market.not_yours', 'Everybody can open this course in the free library, so you cannot publish it.');
    const isSame = row.course_id === course.id;
    if (!isSame && !isConfirmed && !isAboutTheSame(row, course.content))
      throw new ProductError(
        'market.unrelated',
        'The title and the lessons have no words in common. Please confirm that they belong together.',
      );
    const chosen = (previewLessons ?? (isSame ? row.preview_lessons : ids.slice(0, 1))).filter((id) => ids.includes(id));
    await setContent(trx, row.id, {
      course_id: course.id,
      preview_lessons: [...new Set(chosen)],
      has_final_test: hasFinalTest ?? (isSame ? row : course).has_final_test,
    });
  });
  return getPublication(named);
}

/**
 * Publishes a course, or the changes since. The text is copied, so later edits stay private until it is published again. Without a change,
 * no version is made.
 * @throws ProductError not_found; market.not_ready with the missing requirements; market.taken_down, also for a copy; course.too_large
 */
export async function publishCourse({ hasRights, ...named }: Named & { hasRights: boolean }): Promise<Publication> {
  await transact(async (trx) => {
    await trx('creator_course')
      .where({ id: creatorCourseIdOf(named.courseId), account_id: named.accountId })
      .forUpdate()
      .first('id');
    const row = await readRow(trx, named);
    const copied = row.content && (await isTakenDown(trx, { accountId: named.accountId, exceptId: row.id, content: row.content }));
    if (row.taken_down_reason || copied)
      throw new ProductError(
        'market.taken_down',
        'Our team removed this course from the marketplace. Contact us before you publish it again.',
      );
    const confirmed = { ...row, rights_confirmed_at: hasRights ? new Date() : row.rights_confirmed_at };
    const missing = checklistOf(confirmed).filter(({ is_done, is_required }) => is_required && !is_done);
    if (missing.length > 0 || !row.content)
      throw new ProductError('market.not_ready', 'Something is missing before this course can be published.');
    const number = row.has_changes ? (row.published_version ?? 0) + 1 : row.published_version!;
    if (row.has_changes)
      await trx('publication_version').insert({
        creator_course_id: row.id,
        number,
        content: storable(row.content).json,
        minutes: minutesOf(row.content),
      });
    const published = {
      published_version: number,
      published_course_id: row.course_id,
      rights_confirmed_at: confirmed.rights_confirmed_at,
      language: row.content.language,
      age_group: row.age_group,
      lesson_count: lessonsOf(row.content).length,
      duration_minutes: totalMinutes(row.content),
    };
    await showInMarket(trx, row.id, published, row.has_changes);
    if (row.has_changes || row.status !== 'published')
      await publishEvent(trx, {
        type: 'course.published',
        to: { accountId: named.accountId },
        objectId: row.id,
        data: { version: number, lessons: published.lesson_count, price_cents: row.price_cents, currency: 'USD' },
      });
    await recordAudit(
      { actor: `account:${named.accountId}`, action: 'market.publish', subject: `creator_course:${row.id}`, detail: { version: number } },
      trx,
    );
  });
  return getPublication(named);
}

/** Withdraws a course from the market. Existing copies stay. @throws ProductError not_found */
export async function withdrawCourse({ to, ...named }: Named & { to: 'draft' | 'archived' }): Promise<Publication> {
  const isOwn = await removeFromMarket({ accountId: named.accountId, id: creatorCourseIdOf(named.courseId), to });
  if (!isOwn) throw notFound('course');
  return getPublication(named);
}
