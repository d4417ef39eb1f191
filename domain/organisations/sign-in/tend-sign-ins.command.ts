import { CERTIFICATE_WARNING_DAYS } from '#contract/organisations/sign-in.contract.ts';
import { SignInRefused } from '#domain/vendors/identity-providers/sign-in-refused.ts';
import { database, transact } from '#domain/platform/database.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { forEachRow } from '#domain/platform/rows/for-each-row.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';
import { findRecord } from '../domains/domain.commands.ts';
import { storeCertificates } from './connection.commands.ts';
import { fetchMetadata } from './metadata.ts';
import { tellAdministrators } from './tell-administrators.command.ts';

/** Days after which a domain whose record is missing is no longer verified. */
const LOST_AFTER_DAYS = 14;
/** Days without an answer after which name servers count as having no record: those of a domain that was given up often just disappear. */
const SILENT_DAYS = 14;

/**
 * Maintains organisations' sign-ins, once a day: reads metadata again, which brings new certificates; announces certificates that expire
 * within 30 days; checks the records of verified domains. Anything that cannot be read today stays as it is.
 */
export async function tendSignIns(): Promise<void> {
  const connections = await database()('organisation_sign_in')
    .whereNotNull('metadata_address')
    .select('organisation_id', 'metadata_address', 'issuer');
  await forEachRow('metadata of organisations', connections, (one) => readAgain(one.organisation_id, one.metadata_address!, one.issuer));
  const ending = await rowsOf<{ organisation_id: string; fingerprint: string; ends_at: Date }>(
    database(),
    sql`select organisation_id, fingerprint, ends_at from organisation_certificate c
         where warned_at is null and ends_at < now() + ${CERTIFICATE_WARNING_DAYS} * interval '1 day'
           and not exists (select from organisation_certificate later where later.organisation_id = c.organisation_id
                            and later.starts_at <= now() and later.ends_at > now() + ${CERTIFICATE_WARNING_DAYS} * interval '1 day')`,
  );
  await forEachRow('certificates that end', ending, warnOfEnd);
  const domains = await database()('organisation_domain')
    .whereNotNull('verified_at')
    .select('id', 'organisation_id', 'domain', 'proof', 'verified_at', 'checked_at');
  await forEachRow('records of domains', domains, lookAgain);
}

async function readAgain(organisationId: string, address: string, issuer: string): Promise<void> {
  const which = { organisation_id: organisationId, metadata_address: address };
  try {
    const { entityId, ssoAddress, certificates } = await fetchMetadata(organisationId, address);
    if (entityId !== issuer) throw new SignInRefused('issuer', `the metadata is that of ${entityId}`);
    await transact(async (trx) => {
      const state = { sso_address: ssoAddress, metadata_read_at: trx.fn.now(), metadata_problem: null };
      const same = await trx('organisation_sign_in').where(which).update(state);
      if (same === 0) return;
      const detail = await storeCertificates(trx, organisationId, certificates);
      if (detail.certificates_added.length + detail.certificates_removed.length === 0) return;
      const subject = `organisation:${organisationId}`;
      await recordAudit({ actor: 'installation', action: 'organisation.certificates_read', subject, detail }, trx);
    });
  } catch (error) {
    if (!(error instanceof SignInRefused)) throw error;
    await database()('organisation_sign_in').where(which).update({ metadata_problem: error.message });
  }
}

interface Ending {
  readonly organisation_id: string;
  readonly fingerprint: string;
  readonly ends_at: Date;
}

async function warnOfEnd({ organisation_id: organisationId, fingerprint, ends_at: endsAt }: Ending): Promise<void> {
  await transact(async (trx) => {
    const isFirst = await trx('organisation_certificate')
      .where({ organisation_id: organisationId, fingerprint, warned_at: null })
      .update({ warned_at: trx.fn.now() });
    if (isFirst === 0) return;
    await tellAdministrators(trx, organisationId, { change: 'certificate_ends', at: endsAt.toISOString(), domain: '' }, fingerprint);
  });
}

interface Looked {
  readonly id: string;
  readonly organisation_id: string;
  readonly domain: string;
  readonly proof: string | null;
  readonly verified_at: Date | null;
  /** When name servers last answered. */
  readonly checked_at: Date | null;
}

async function lookAgain({ id, organisation_id: organisationId, domain, proof, ...seen }: Looked): Promise<void> {
  const found = await findRecord({ id, domain, proof });
  const answeredAt = (seen.checked_at ?? seen.verified_at)!.getTime();
  if (found === 'unknown' && Date.now() - answeredAt < SILENT_DAYS * 86_400_000) return;
  await transact(async (trx) => {
    const row = trx('organisation_domain').where({ id }).whereNotNull('verified_at');
    if (found === 'found') {
      await row.update({ checked_at: trx.fn.now(), missing_since: null, warned_at: null });
      return;
    }
    const [missing] = await rowsOf<{ is_lost: boolean; is_told: boolean; lost_at: Date; since: Date }>(
      trx,
      sql`with before as (select id, warned_at from organisation_domain where id = ${id} and verified_at is not null for update)
          update organisation_domain d
             set checked_at = case when ${found === 'absent'} then now() else d.checked_at end, missing_since = coalesce(d.missing_since, now()), warned_at = coalesce(d.warned_at, now()),
                 verified_at = case when d.missing_since < now() - ${LOST_AFTER_DAYS} * interval '1 day' then null else d.verified_at end
            from before where d.id = before.id
          returning d.verified_at is null as is_lost, before.warned_at is not null as is_told, d.missing_since as since,
                    d.missing_since + ${LOST_AFTER_DAYS} * interval '1 day' as lost_at`,
    );
    if (!missing) return;
    if (missing.is_lost) {
      const detail = { domain };
      await recordAudit(
        { actor: 'installation', action: 'organisation.domain_lost', subject: `organisation:${organisationId}`, detail },
        trx,
      );
    }
    if (missing.is_told && !missing.is_lost) return;
    const change = missing.is_lost ? 'domain_lost' : 'domain_missing';
    await tellAdministrators(
      trx,
      organisationId,
      { change, at: missing.lost_at.toISOString(), domain },
      `${domain}:${missing.since.toISOString()}`,
    );
  });
}
