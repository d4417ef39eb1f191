import type { AnswerOf } from '#contract/platform/endpoint.ts';
import { courseFormSchema } from '#contract/generation/course-form.contract.ts';
import type { runForm as endpoint } from '#contract/generation/run-control.contract.ts';
import { database } from '#domain/platform/database.ts';
import { notFound } from '#domain/platform/errors.ts';
import { isUuid } from '#domain/platform/uuid.ts';

/**
 * Returns the form of one of the account's course requests, whatever happened to its run. Fields that did not exist then get their
 * defaults.
 * @throws ProductError not_found, also for a run that writes single lessons
 */
export async function runForm({ runId, accountId }: { runId: string; accountId: string }): Promise<AnswerOf<typeof endpoint>> {
  const run = isUuid(runId)
    ? await database()('run').where({ id: runId, account_id: accountId, kind: 'course' }).first('request')
    : undefined;
  if (!run) throw notFound('run');
  return { form: courseFormSchema.parse(run.request) };
}
