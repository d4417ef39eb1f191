import { randomUUID } from 'node:crypto';
import type { Course } from '#contract/courses/courses.contract.ts';
import type { Client } from '#ops/testing/client.ts';
import { must } from './record-workshop.ts';
import { QUOTE, RICH_LESSON } from './scenes-reading.ts';

/** Gives the second lesson of a course everything a lesson may have, a note on a passage, and one whose passage is gone. */
export async function recordReading(client: Client, course: Course): Promise<void> {
  const lesson = course.modules[0]!.lessons[1]!;
  const address = `/api/courses/${course.course_id}/lessons/${lesson.lesson_id}`;
  await must(client, 'PATCH', address, { base_version: course.version, edit_session: randomUUID(), content: RICH_LESSON });
  const write = (text: string, quote: string, prefix: string, suffix: string) =>
    must(client, 'POST', '/api/notes', {
      note_id: randomUUID(),
      course_id: course.course_id,
      lesson_id: lesson.lesson_id,
      passage: { quote, prefix, suffix, position: 0, fingerprint: '' },
      text,
    });
  await write('Newton, once more', QUOTE, 'deflectsairdownwards,and', '.LiftItsliftis');
  await write('Where was this?', 'A passage that an earlier version had', 'nothingofthiskind', 'norofthat');
}
