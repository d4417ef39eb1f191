import { ERRORS, type ErrorCode } from '#contract/platform/errors.ts';
import { ProductError } from '#domain/platform/errors.ts';
import { runEnvelope } from '#domain/platform/runs/run-envelope.queries.ts';
import { IMPORT_KIND } from './import.kind.ts';

/** Returns the course that a finished import has made. @throws ProductError the reason why it failed; not_found, run.cancelled */
export async function importedCourse(accountId: string, runId: string): Promise<string> {
  const { base, result } = await runEnvelope({ runId, accountId, kinds: [IMPORT_KIND] });
  if (base.status === 'completed') return (result as { course_id: string }).course_id;
  const code = base.error?.code ?? 'run.cancelled';
  throw Object.hasOwn(ERRORS, code) ? new ProductError(code as ErrorCode, base.error?.detail || undefined) : new ProductError('internal');
}
