import { transact } from '#domain/platform/database.ts';
import { prepareCourse } from './import.commands.ts';

/** Imports a course without a run. @returns its id @throws as `prepareCourse` */
export async function givenImported(accountId: string, zip: Uint8Array): Promise<string> {
  const { courseId, insert } = await prepareCourse({ accountId, zip: [zip], signal: AbortSignal.timeout(60_000) });
  await transact(insert);
  return courseId;
}
