import type { getCourse } from '#contract/courses/courses.contract.ts';
import type { AnswerOf, BodyOf } from '#contract/platform/endpoint.ts';
import { bookmarkLesson, completeLesson, removeLessonBookmark } from '#contract/progress/progress.contract.ts';
import { saveReadingPlace } from '#contract/progress/reading-place.contract.ts';
import { readWaiting } from '#frontend/lib/outbox/outbox.ts';

type OneCourse = AnswerOf<typeof getCourse>['course'];

/** Shows as done what waits on this device: completed lessons, bookmarks, and the place. */
export async function withWaiting(course: OneCourse): Promise<OneCourse> {
  const here = (await readWaiting()).filter(({ address, body }) => {
    const { course_id: inBody } = (body ?? {}) as { readonly course_id?: string };
    return inBody === course.course_id || address.includes(`/courses/${course.course_id}/`);
  });
  if (here.length === 0) return course;
  const completed = new Set<unknown>();
  const bookmarked = new Map<string | undefined, boolean>();
  let place = course.reading_place;
  for (const { name, address, body } of here) {
    const lessonInAddress = /\/lessons\/([^/]+)\/bookmark$/.exec(address)?.[1];
    if (name === completeLesson.name) completed.add((body as BodyOf<typeof completeLesson>).lesson_id);
    else if (name === bookmarkLesson.name) bookmarked.set(lessonInAddress, true);
    else if (name === removeLessonBookmark.name) bookmarked.set(lessonInAddress, false);
    else if (name === saveReadingPlace.name) place = body as BodyOf<typeof saveReadingPlace>;
  }
  const modules = course.modules.map((module) => ({
    ...module,
    lessons: module.lessons.map((lesson) => ({
      ...lesson,
      completed: lesson.completed || completed.has(lesson.lesson_id),
      bookmarked: bookmarked.get(lesson.lesson_id) ?? lesson.bookmarked,
    })),
  }));
  return { ...course, modules, reading_place: place };
}
