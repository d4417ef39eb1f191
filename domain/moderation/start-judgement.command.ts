import { setTimeout as sleep } from 'node:timers/promises';
import { database } from '#domain/platform/database.ts';
import { forEachRow } from '#domain/platform/rows/for-each-row.ts';
import { logger } from '#domain/platform/logger.ts';
import { acceptRun } from '#domain/platform/runs/accept-run.command.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { hasModerationService } from '#domain/vendors/moderation/moderation.client.ts';
import { judgeHeldText } from './decision.commands.ts';
import { JUDGEMENT_KIND, type JudgementRequest } from './judgement.kind.ts';
import type { PublicText } from './submit-text.command.ts';

/** How long a caller waits, so that its response mostly shows the outcome. */
const SHORTLY_MS = 1_000;
/** Longer than permission for a call and its response may take. */
const LONGEST_MS = 15_000;
const MOST_LEFT = 100;

type Subject = Pick<PublicText, 'type' | 'id'>;
const underWay = new Set<Promise<void>>();

/**
 * Lets the second judge look at a held text now, without a run, which would wait for a place behind courses. If the service is unavailable,
 * a run tries again. Resolves within a second and never throws: the text stays hidden; after a crash here, workers have it judged
 * (`judgeLeftTexts`); without a second judge, it waits for a moderator.
 */
export async function startJudgement(subject: Subject): Promise<void> {
  if (!hasModerationService()) return;
  const judging = judge(subject).finally(() => underWay.delete(judging));
  underWay.add(judging);
  await Promise.race([judging, sleep(SHORTLY_MS, undefined, { ref: false })]);
}

/** Resolves when no judgement of this process is in progress, or after `withinMs`. Call it before the process ends. */
export async function judgementsSettled(withinMs: number): Promise<void> {
  await Promise.race([Promise.all(underWay), sleep(withinMs, undefined, { ref: false })]);
}

async function judge({ type, id }: Subject): Promise<void> {
  try {
    const row = await database()('public_text').where({ subject_type: type, subject_id: id, state: 'held' }).first('version');
    if (!row) return;
    const request = { type, id, version: row.version };
    if (!(await judgeHeldText(request, { runId: null, stepId: null, signal: AbortSignal.timeout(LONGEST_MS) }))) await askAgain(request);
  } catch (error) {
    logger().warn({ err: error, subject: `${type}:${id}` }, 'moderation: the second judge is not available for a text');
  }
}

const askAgain = ({ type, id, version }: JudgementRequest) =>
  acceptRun({
    kind: JUDGEMENT_KIND,
    accountId: null,
    request: { type, id, version },
    subject: 'Moderation',
    requestId: `${type}:${id}`,
    fingerprint: null,
    dedupeKey: `${JUDGEMENT_KIND}:${type}:${id}:${version}`,
  });

/** Starts runs for texts that a crashed process left unjudged. @returns number of runs started */
export async function judgeLeftTexts(): Promise<number> {
  if (!hasModerationService()) return 0;
  const rows = await rowsOf<JudgementRequest>(
    database(),
    sql`select subject_type as type, subject_id as id, version from public_text
         where waits_since is not null and state = 'held' and judgement is null and decision is null
           and written_at between now() - interval '1 day' and now() - make_interval(secs => ${(2 * LONGEST_MS) / 1_000})
         order by waits_since, subject_type, subject_id limit ${MOST_LEFT}`,
  );
  let started = 0;
  await forEachRow('left texts', rows, async (request) => {
    started += Number((await askAgain(request)).created);
  });
  return started;
}
