import type { AuditAction } from '#contract/platform/audit-actions.ts';
import { createHash, randomBytes } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import { SCIM_TOKENS_AT_MOST, type Provisioning, type ScimRequest } from '#contract/organisations/provisioning.contract.ts';
import { notifyOfSecurityChange } from '#domain/identity/notify-of-security-change.command.ts';
import { rolesThatMay } from '#contract/organisations/roles.ts';
import { config } from '#domain/platform/config.ts';
import { database, transact } from '#domain/platform/database.ts';
import { notFound, ProductError } from '#domain/platform/errors.ts';
import { recordAudit } from '#domain/platform/record-audit.command.ts';
import { empty, preparedRowsOf, rowsOf, sql } from '#domain/platform/sql.ts';
import { isUuid } from '#domain/platform/uuid.ts';
import { findAllowed, lockAllowed } from '#domain/membership/membership.queries.ts';
import type { ScimCaller } from './scim-users.commands.ts';
import { SCIM_PATH } from './scim-users.queries.ts';

const PREFIX = 'cws_live_';
const PATTERN = /^cws_live_[\w-]{43}$/;
/** SQL condition: the maker of a token `t` may no longer set up directories for its organisation. */
const MAKER_IS_GONE = sql`not exists (select from organisation_member m
  where m.account_id = t.made_by and m.organisation_id = t.organisation_id and m.role = any(${rolesThatMay('provision')}::text[]))`;
const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/**
 * Returns the state of the caller's organisation's directory connection: address, tokens, and figures.
 * @throws ProductError organisation.none, organisation.not_allowed
 */
export async function getProvisioning(accountId: string): Promise<Provisioning> {
  const { organisationId } = await findAllowed(accountId, 'provision');
  const [tokens, [figures]] = await Promise.all([
    rowsOf<{
      token_id: string;
      ending: string;
      created_at: Date;
      last_used_at: Date | null;
      made_by: string | null;
      maker_is_gone: boolean;
    }>(
      database(),
      sql`select t.id as token_id, t.ending, t.created_at, t.last_used_at, trim(a.first_name || ' ' || a.last_name) as made_by, ${MAKER_IS_GONE} as maker_is_gone
            from organisation_scim_token t left join account a on a.id = t.made_by
           where t.organisation_id = ${organisationId} and t.ended_at is null order by t.id`,
    ),
    rowsOf<{ users: number; groups: number }>(
      database(),
      sql`select (select count(*) from organisation_person where organisation_id = ${organisationId} and source = 'scim' and state <> 'left')::int as users,
                 (select count(*) from organisation_group where organisation_id = ${organisationId} and source = 'scim')::int as groups`,
    ),
  ]);
  return {
    address: `${config().publicOrigin}${SCIM_PATH}`,
    tokens: tokens.map(({ created_at: created, last_used_at: used, ...token }) => ({
      ...token,
      created_at: created.toISOString(),
      last_used_at: used?.toISOString() ?? null,
    })),
    users: figures!.users,
    groups: figures!.groups,
  };
}

/**
 * Makes a token. At most two are valid at a time, for when one replaces the other.
 * @returns the secret, which is stored nowhere
 * @throws ProductError organisation.none, organisation.not_allowed, scim.tokens_full
 */
export async function createScimToken(accountId: string): Promise<string> {
  const secret = PREFIX + randomBytes(32).toString('base64url');
  await transact(async (trx) => {
    const { organisationId, name } = await lockAllowed(trx, accountId, 'provision');
    const used = await trx('organisation_scim_token')
      .where({ organisation_id: organisationId, ended_at: null })
      .count({ count: '*' })
      .first();
    if (Number(used!['count']) >= SCIM_TOKENS_AT_MOST)
      throw new ProductError('scim.tokens_full', 'Two tokens are already in use. Revoke one first.');
    const id = uuidv7();
    await trx('organisation_scim_token').insert({
      id,
      organisation_id: organisationId,
      token_hash: hashOf(secret),
      ending: secret.slice(-4),
      made_by: accountId,
    });
    await notifyOfSecurityChange(trx, { accountId, change: 'api_key_added', name: `SCIM, ${name}` });
    await audit(trx, { accountId, organisationId, action: 'organisation.scim_token_made', tokenId: id });
  });
  return secret;
}

/** Revokes a token at once; a revoked token stays as it is. @throws ProductError not_found, organisation.none, organisation.not_allowed */
export async function endScimToken(accountId: string, tokenId: string): Promise<void> {
  await transact(async (trx) => {
    const { organisationId } = await lockAllowed(trx, accountId, 'provision', 'token');
    const which = { id: tokenId, organisation_id: organisationId };
    const known = isUuid(tokenId) && (await trx('organisation_scim_token').where(which).first('ended_at'));
    if (!known) throw notFound('token');
    if (known.ended_at) return;
    await trx('organisation_scim_token').where(which).update({ ended_at: trx.fn.now() });
    await audit(trx, { accountId, organisationId, action: 'organisation.scim_token_ended', tokenId });
  });
}

interface Audited {
  readonly accountId: string;
  readonly organisationId: string;
  readonly action: AuditAction;
  readonly tokenId: string;
}

const audit = (trx: Parameters<typeof recordAudit>[1], { accountId, organisationId, action, tokenId }: Audited): Promise<void> =>
  recordAudit({ actor: `account:${accountId}`, action, subject: `organisation:${organisationId}`, detail: { scim_token: tokenId } }, trx);

/** Returns the organisation of a token, and records its use to the minute; null for a token that is unknown or revoked. */
export async function useScimToken(secret: string): Promise<ScimCaller | null> {
  if (!PATTERN.test(secret)) return null;
  const [token] = await preparedRowsOf<{ id: string; organisation_id: string; is_stale: boolean; maker_is_gone: boolean }>(
    database(),
    sql`select id, organisation_id, coalesce(last_used_at < now() - interval '1 minute', true) as is_stale, ${MAKER_IS_GONE} as maker_is_gone
          from organisation_scim_token t where token_hash = ${hashOf(secret)} and ended_at is null`,
  );
  if (!token) return null;
  if (token.is_stale) await database()('organisation_scim_token').where({ id: token.id }).update({ last_used_at: database().fn.now() });
  return { organisationId: token.organisation_id, tokenId: token.id, makesAdministrators: !token.maker_is_gone };
}

/** A request of a directory with its response. */
export interface AnsweredRequest {
  readonly organisationId: string;
  readonly method: string;
  /** Path with its query. */
  readonly path: string;
  readonly status: number;
  readonly detail: string | null;
  readonly ms: number;
}

const PATH_LENGTH = 300;
const DETAIL_LENGTH = 300;

/** Stores a request of a directory. */
export async function noteScimRequest({ organisationId, method, path, status, detail, ms }: AnsweredRequest): Promise<void> {
  await database()('organisation_scim_request').insert({
    organisation_id: organisationId,
    method,
    path: path.slice(0, PATH_LENGTH),
    status,
    detail: detail?.slice(0, DETAIL_LENGTH) ?? null,
    ms,
  });
}

interface Log {
  readonly organisationId: string;
  readonly show: 'all' | 'refused';
  /** Id of the last request of the previous page. */
  readonly before?: number | undefined;
  readonly limit: number;
}

/** Lists a directory's requests, newest first. */
export async function readScimLog({
  organisationId,
  show,
  before,
  limit,
}: Log): Promise<{ requests: ScimRequest[]; next_before: number | null }> {
  const rows = await rowsOf<Omit<ScimRequest, 'at'> & { at: Date }>(
    database(),
    sql`select id as request_id, at, method, path, status, detail, ms from organisation_scim_request
         where organisation_id = ${organisationId} ${show === 'refused' ? sql`and status >= 400` : empty} ${before === undefined ? empty : sql`and id < ${before}`}
         order by id desc limit ${limit + 1}`,
  );
  const page = rows.slice(0, limit);
  return {
    requests: page.map(({ at, ...row }) => ({ ...row, at: at.toISOString() })),
    next_before: rows.length > limit ? page.at(-1)!.request_id : null,
  };
}

/** Returns the log of the caller's organisation. @throws ProductError organisation.none, organisation.not_allowed */
export async function listScimRequests(
  accountId: string,
  page: Omit<Log, 'organisationId'>,
): Promise<Awaited<ReturnType<typeof readScimLog>>> {
  const { organisationId } = await findAllowed(accountId, 'provision');
  return readScimLog({ organisationId, ...page });
}
