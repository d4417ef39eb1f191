import { createHmac, timingSafeEqual } from 'node:crypto';
import { type CourseFile, courseFileSchema } from '#contract/exports/course-file.ts';
import { config } from '#domain/platform/config.ts';

type Content = CourseFile['content'];
type Lesson = Content['modules'][number]['lessons'][number];

/** Returns the seal of a course's content: its HMAC by the installation's secret, as the schema orders its fields. */
export function sealOf(content: unknown): string {
  const written = JSON.stringify(courseFileSchema.shape.content.parse(content));
  return createHmac('sha256', config().sessionSecret).update('course-file:').update(written).digest('base64url');
}

/** Tells whether the seal of a file belongs to its content. */
function isSealed({ content, seal = '' }: Pick<CourseFile, 'content' | 'seal'>): boolean {
  const [expected, given] = [Buffer.from(sealOf(content)), Buffer.from(seal)];
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function withoutClaims(lesson: Lesson): Lesson {
  const { written_with: _, reviewed_with: __, of_library: ___, citations, ...rest } = lesson;
  const unchecked = citations?.map((one) => ({ ...one, state: 'unchecked' as const }));
  return { ...rest, written_by: null, reviewed_by: null, ...(unchecked && { citations: unchecked }) };
}

/**
 * Returns the content of a file without what it only claims. Who wrote and checked a lesson, and which sources support it, is shown to
 * readers as our own word, so it stays only in a file that nobody has changed since this installation wrote it.
 */
export function provenContent(file: Pick<CourseFile, 'content' | 'seal'>): Content {
  const { content } = file;
  if (isSealed(file)) return content;
  const modules = content.modules.map((module) => ({ ...module, lessons: module.lessons.map(withoutClaims) }));
  return { ...content, modules, quality_level: content.quality_level === 'partial' ? 'partial' : 'unrated' };
}
