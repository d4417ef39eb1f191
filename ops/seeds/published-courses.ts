import { database, transact } from '#domain/platform/database.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';

const CREATOR = 'creator@example.com';
const LEARNER = 'learner@example.com';
/** Audit entry of a given course: one that its owner deletes is not given again. */
const GIVEN = { actor: 'script:seed', action: 'studio.sample_published' } as const;
/** The free course that the sample learner has half completed. */
const HALF_LEARNED = 'statistics-for-everyday-decisions';

/**
 * Publishes the finished sample courses in the market, as the sample creator's, and gives one of them to the sample learner. They are courses of
 * the sandbox's library.
 * @returns a line for each thing it did
 */
export async function seedPublishedCourses(): Promise<string[]> {
  const { rows } = await database().raw(
    `select creator.id, learner.id as learner_id,
            array(select detail->>'slug' from audit_entry where action = :action and subject = 'account:' || creator.id) as given
       from account creator join account learner on learner.email = :learner where creator.email = :creator`,
    { creator: CREATOR, learner: LEARNER, action: GIVEN.action },
  );
  const [people] = rows;
  const { sampleCourseSlugs } = await import('./course-files.ts');
  const missing = people ? sampleCourseSlugs().filter((slug) => !people.given.includes(slug)) : [];
  for (const slug of missing) {
    const id = await publishSample(people.id, slug);
    if (slug === HALF_LEARNED) await learnHalf(people.learner_id, id);
    await recordAudit({ ...GIVEN, subject: `account:${people.id}`, detail: { slug } });
  }
  return missing.length > 0 ? [`${CREATOR}: ${missing.length} courses in the marketplace`] : [];
}

/** Each part has an idempotency key, so an interrupted seed continues. @returns id of the course in the market */
async function publishSample(accountId: string, slug: string): Promise<string> {
  const { readCourseFiles, idFromName } = await import('./course-files.ts');
  const { createCreatorCourse } = await import('#domain/studio/create-creator-course.command.ts');
  const { insertCourse } = await import('#domain/courses/content/insert-course.command.ts');
  const { chooseContent, publishCourse } = await import('#domain/market/publish-course.command.ts');
  const { totalMinutes, lessonsOf } = await import('#domain/courses/content/course-content.queries.ts');
  const { head, content } = readCourseFiles(slug);
  const { title, category, difficulty, price, tags, prerequisites } = head;
  const hours = Math.round(totalMinutes(content) / 6) / 10;
  const said = { title, category, difficulty, price, tags, prerequisites, duration: hours, description: content.description };
  const { id } = await createCreatorCourse({
    accountId,
    said: { ...said, objectives: head.objectives.join('\n') },
    idempotencyKey: `sample-published-${slug}`,
  });
  const courseId = idFromName(`${accountId}/${slug}`);
  await transact((trx) => insertCourse(trx, { courseId, accountId, content, difficulty, ageGroup: head.age_group, kind: 'edited' }));
  const named = { accountId, courseId: id };
  await chooseContent({ ...named, contentId: courseId, previewLessons: [lessonsOf(content)[0]!.lesson_id] });
  await publishCourse({ ...named, hasRights: true });
  return id;
}

async function learnHalf(accountId: string, courseId: string): Promise<void> {
  const { enrolFree } = await import('#domain/market/enrol.command.ts');
  const { completeLesson } = await import('#domain/progress/complete-lesson.command.ts');
  const { readCourseFiles } = await import('./course-files.ts');
  const { lessonsOf } = await import('#domain/courses/content/course-content.queries.ts');
  const lessons = lessonsOf(readCourseFiles(HALF_LEARNED).content);
  const own = await enrolFree({ accountId, courseId });
  for (const { lesson_id } of lessons.slice(0, lessons.length / 2)) await completeLesson({ accountId, courseId: own, lessonId: lesson_id });
}
