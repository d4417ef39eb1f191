import type { Course } from '#contract/courses/courses.contract.ts';
import type { Endpoint } from '#contract/platform/endpoint.ts';
import type { LiveProbe } from '../attacks/live-probe.ts';
import type { Sent, Session } from '../attacks/session.ts';
import { courseZip, type CourseShape } from './course-files.ts';
import { formOf } from './upload-files.ts';

/** The largest course of a shape that the installation accepts. */
export interface LargeCourse {
  readonly description: string;
  idOf(endpoint: Endpoint, name: string): string | undefined;
}

/** Factor by which the next attempt is smaller after a refusal. */
const SMALLER = 8;
const READ_WITHIN_MS = 90_000;

interface Run {
  readonly status: string;
  readonly result?: { readonly course_id: string } | null;
}

interface Shared {
  readonly path: string | null;
}

type Import = (description: string, sent: Sent) => Promise<{ status: number; taskId: string | null }>;

/** Imports the largest accepted course of each shape, publishes it and shares it. */
export async function givenLargeCourses(
  { session, shapes, probe }: { session: Session; shapes: readonly CourseShape[]; probe: LiveProbe },
  send: Import,
): Promise<LargeCourse[]> {
  const courses: LargeCourse[] = [];
  for (const { description, most, content } of shapes) {
    for (let size = most; size >= 1; size = Math.floor(size / SMALLER)) {
      const said = `${Math.floor(size).toLocaleString('en')} ${description}`;
      const zip = courseZip(content(Math.floor(size)));
      const file = { name: 'file', type: 'application/zip', filename: 'course.zip', bytes: zip };
      const { status, taskId } = await send(said, { method: 'POST', address: '/api/course-imports', ...formOf({}, [file]) });
      const courseId = status === 202 && taskId ? await resultOf(session, taskId) : null;
      if (!courseId) continue;
      await probe.settled();
      courses.push(await offered(session, said, courseId));
      break;
    }
  }
  return courses;
}

/** Waits for an import. @returns the course's id, null if it was refused */
async function resultOf(session: Session, taskId: string): Promise<string | null> {
  const until = performance.now() + READ_WITHIN_MS;
  while (performance.now() < until) {
    const run = await session.json<Run>('GET', `/api/runs/${taskId}`).catch(() => null);
    if (run?.status === 'completed') return run.result?.course_id ?? null;
    if (run && !['queued', 'running'].includes(run.status)) return null;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return null;
}

/** Shares and publishes a course. Refusals are printed, because reads then find no course. */
async function offered(session: Session, description: string, courseId: string): Promise<LargeCourse> {
  const tried = async <T>(what: string, act: () => Promise<T>): Promise<T | null> =>
    act().catch((error: Error) => {
      console.log(`the course of ${description}: ${what}: ${error.message.slice(0, 200)}`);
      return null;
    });
  const course = await tried('read', () => session.json<{ course: Course }>('GET', `/api/courses/${session.userId}/${courseId}`));
  const lessonId: string | undefined = course?.course.modules[0]?.lessons[0]?.lesson_id;
  const share = await tried('share', () => session.json<Shared>('PUT', `/api/course-shares/${courseId}`));
  const studio = await tried('publish', async () => {
    const fields = {
      title: course!.course.title,
      description: 'From an empty hive to the first honey of a year.',
      category: 'personal',
      objectives: 'Keep bees',
    };
    const { course: made } = await session.json<{ course: { id: string } }>('POST', '/api/creator/courses', fields);
    const content = { content_id: courseId, preview_lessons: [lessonId], is_confirmed: true };
    await session.json('PUT', `/api/creator/courses/${made.id}/content`, content);
    await session.json('POST', `/api/creator/courses/${made.id}/publish`, { has_rights: true });
    return made.id;
  });
  return {
    description,
    idOf: ({ path }, name) => {
      if (name === 'course_id') return /^\/api\/(creator|market)/.test(path) ? (studio ?? undefined) : courseId;
      if (name === 'lesson_id') return lessonId;
      if (name === 'token' && path.startsWith('/api/shared')) return share?.path?.split('/').at(-1);
      return undefined;
    },
  };
}
