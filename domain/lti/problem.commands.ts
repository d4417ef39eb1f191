import { uuidv7 } from 'uuidv7';
import { LTI_REFUSALS_AT_MOST, type LtiProblemKind } from '#contract/lti/platforms.contract.ts';
import { database } from '#domain/platform/database.ts';
import type { ProductError } from '#domain/platform/errors.ts';
import { logger } from '#domain/platform/logger.ts';
import { withoutSecrets } from '#domain/platform/secrets/without-secrets.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { storableText } from '#domain/platform/storable.ts';
import type { LeftOut } from './lenient.ts';

/**
 * Seconds within which the same problem is recorded once, so that a flood makes few rows. Refused launches are compared only by reason;
 * fields left out of every message of a platform make one row a day.
 */
const NOTED_EVERY_S: Readonly<Record<LtiProblemKind, number>> = { refused: 5, grade: 5, left_out: 86_400 };
const DETAIL_CHARS = 300;

interface Problem {
  readonly kind: LtiProblemKind;
  /** Code of the error or event. */
  readonly reason: string;
  /** The error, without personal data. */
  readonly detail: string | null;
}

/** Records a problem with a platform for its administrators. Never throws, so that it cannot interrupt the caller. */
export async function noteProblem(platformId: string, { kind, reason, detail }: Problem): Promise<void> {
  try {
    const words = detail === null ? null : storableText(detail.slice(0, DETAIL_CHARS));
    await rowsOf(
      database(),
      sql`insert into lti_refusal (id, platform_id, kind, reason, detail)
          select ${uuidv7()}::uuid, ${platformId}::uuid, ${kind}::text, ${reason}::text, ${words}::text
           where not exists (select from lti_refusal r where r.platform_id = ${platformId} and r.reason = ${reason}
                                and (${kind} <> 'left_out' or r.detail is not distinct from ${words}::text)
                                and r.refused_at > now() - make_interval(secs => ${NOTED_EVERY_S[kind]}))`,
    );
    await rowsOf(
      database(),
      sql`delete from lti_refusal where id in (
            select id from lti_refusal where platform_id = ${platformId} order by refused_at desc, id desc offset ${LTI_REFUSALS_AT_MOST})`,
    );
  } catch (error) {
    logger().error({ err: error, platform_id: platformId }, 'a problem with a learning platform could not be stored');
  }
}

/** Records a refused launch, without the person. */
export const noteRefusal = (platformId: string, error: ProductError): Promise<void> =>
  noteProblem(platformId, {
    kind: 'refused',
    reason: error.code,
    detail: error.cause instanceof Error ? withoutSecrets(error.cause.message) : null,
  });

/** Records the ignored fields of a platform's message, if any. */
export async function noteLeftOut(platformId: string, leftOut: LeftOut): Promise<void> {
  if (leftOut.words !== null) await noteProblem(platformId, { kind: 'left_out', reason: 'lti.left_out', detail: leftOut.words });
}
