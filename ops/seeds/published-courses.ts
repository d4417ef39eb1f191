import { database, transact } from '#domain/platform/database.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { withEngine } from '../scripts/with-engine.ts';
import { accountIds, CREATOR, ILSE, makeSamplePeople, NOOR } from './sample-people.ts';

/** Audit entry of a published sample course, so that a course deleted by its owner is not created again. */
const GIVEN = { actor: 'script:seed', action: 'studio.sample_published' } as const;

/** The courses of the sandbox's library that each creator sells. */
export const SAMPLE_MARKET: readonly { readonly creator: string; readonly slugs: readonly string[] }[] = [
  {
    creator: CREATOR,
    slugs: [
      'photography-light-lens-and-frame',
      'pricing-for-a-small-business',
      'reading-the-night-sky',
      'sql-from-first-query-to-window-functions',
      'statistics-for-everyday-decisions',
      'the-cell-from-membrane-to-division',
    ],
  },
  {
    creator: NOOR,
    slugs: ['climate-what-sets-it-and-why-it-is-changing', 'the-immune-system-and-vaccines', 'tides-how-moon-and-sun-move-the-sea'],
  },
  {
    creator: ILSE,
    slugs: ['a-personal-budget-that-lasts', 'music-theory-notes-chords-and-rhythm', 'sourdough-bread-at-home'],
  },
];

/** Slugs of the sample courses. */
export const sampleCourseSlugs = (): string[] => SAMPLE_MARKET.flatMap(({ slugs }) => slugs);

/** Returns the studio's idempotency key of a sample course, by which it is found again. */
export const marketKey = (slug: string): string => `sample-published-${slug}`;

/**
 * Publishes the finished sample courses in the market as three creators.
 * @returns a line for each action
 */
export async function seedPublishedCourses(): Promise<string[]> {
  const { rows } = await database().raw(`select detail->>'slug' as slug from audit_entry where action = ? and actor = ?`, [
    GIVEN.action,
    GIVEN.actor,
  ]);
  const given = new Set(rows.map(({ slug }: { slug: string }) => slug));
  const missing = SAMPLE_MARKET.flatMap(({ creator, slugs }) =>
    slugs.filter((slug) => !given.has(slug)).map((slug) => ({ creator, slug })),
  );
  const { [CREATOR]: signsIn } = Object.fromEntries(await accountIds([CREATOR]));
  if (missing.length === 0 || !signsIn) return [];
  await makeSamplePeople();
  const creators = await accountIds(SAMPLE_MARKET.map(({ creator }) => creator));
  for (const { creator, slug } of missing) {
    const id = creators.get(creator)!;
    await publishSample(id, slug);
    await recordAudit({ ...GIVEN, subject: `account:${id}`, detail: { slug } });
  }
  return [`${missing.length} courses of ${SAMPLE_MARKET.length} creators in the marketplace`];
}

/** Each part has an idempotency key, so that an interrupted seed continues. */
async function publishSample(accountId: string, slug: string): Promise<void> {
  const { readCourseFiles, idFromName } = await import('../sandbox/answers/course-files.ts');
  const { createCreatorCourse } = await withEngine(import('#domain/studio/creator-course.commands.ts'));
  const { insertCourse } = await withEngine(import('#domain/courses/content/course.commands.ts'));
  const { chooseContent, publishCourse } = await withEngine(import('#domain/market/publish-course.command.ts'));
  const { totalMinutes, lessonsOf } = await import('#domain/courses/content/course-content.queries.ts');
  const { head, content } = readCourseFiles(slug);
  const { title, category, difficulty, price, tags, prerequisites } = head;
  const hours = Math.round(totalMinutes(content) / 6) / 10;
  const fields = { title, category, difficulty, price, tags, prerequisites, duration: hours, description: content.description };
  const { id } = await createCreatorCourse({
    accountId,
    fields: { ...fields, objectives: head.objectives.join('\n') },
    idempotencyKey: marketKey(slug),
  });
  const courseId = idFromName(`${accountId}/${slug}`);
  await transact((trx) => insertCourse(trx, { courseId, accountId, content, difficulty, ageGroup: head.age_group, kind: 'edited' }));
  const named = { accountId, courseId: id };
  await chooseContent({ ...named, contentId: courseId, previewLessons: [lessonsOf(content)[0]!.lesson_id] });
  await publishCourse({ ...named, hasRights: true });
}
