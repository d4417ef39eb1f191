import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { lessonsOf } from '#domain/courses/content/course-content.queries.ts';
import { SHORT, usePipeline } from './pipeline.factory.ts';

const pipeline = usePipeline();

it('a course that was written has the words of each lesson stored with it', async () => {
  const { content } = await pipeline.write(SHORT);
  const texts: { content_hash: string; text: string; is_plain: boolean }[] = await pipeline.database.knex('lesson_text').select();
  for (const lesson of lessonsOf(content!)) {
    const hash = createHash('sha256').update(lesson.content).digest('hex');
    expect(texts).toContainEqual({
      content_hash: hash,
      course_id: expect.any(String),
      is_plain: false,
      text: expect.not.stringContaining('#'),
    });
  }
});
