import type { Student } from '#contract/market/students.contract.ts';
import { csvHead, csvRows } from '#domain/platform/csv.ts';

const HEAD = ['course', 'student', 'enrolled_at_utc', 'name', 'progress_percent', 'last_active_at_utc', 'receives_messages'];

/** Streams a creator's students as CSV; fields without the student's consent are empty. */
export async function* studentsCsv(pieces: AsyncIterable<readonly Student[]>): AsyncGenerator<Uint8Array> {
  yield csvHead(HEAD);
  for await (const students of pieces)
    yield csvRows(
      students.map((one) => [
        one.course.title,
        one.student_id,
        one.enrolled_at,
        one.name ?? '',
        one.progress === null ? '' : String(one.progress),
        one.last_active_at ?? '',
        one.receives_messages ? 'yes' : 'no',
      ]),
    );
}
