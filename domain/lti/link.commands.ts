import type { Knex } from 'knex';
import { uuidv7 } from 'uuidv7';
import { lockName } from '#domain/platform/lock-name.ts';
import { announceJob } from '#domain/platform/periodic/announcement.commands.ts';
import { preparedRowsOf, rowsOf, sql } from '#domain/platform/sql.ts';
import type { ResourceLinkMessage } from './launch-message.ts';

interface Launching {
  readonly platformId: string;
  readonly message: Pick<ResourceLinkMessage, 'deploymentId' | 'resourceLinkRef' | 'lineItemUrl' | 'lineItemsUrl' | 'agsScopes'>;
  readonly contextId: string | null;
  readonly placementId: string;
}

interface Sibling {
  readonly id: string;
  readonly placement_id: string;
  readonly context_id: string | null;
  readonly may_be_merged: boolean;
}

/** Returns the links with the same id at a platform. */
const siblingsOf = (trx: Knex.Transaction, { platformId, message }: Launching) =>
  preparedRowsOf<Sibling>(
    trx,
    sql`select id, placement_id, context_id, may_be_merged from lti_link
         where platform_id = ${platformId} and deployment_id = ${message.deploymentId}
           and coalesce(resource_link, resource_link_ref) = ${message.resourceLinkRef} order by created_at, id`,
  );

const ownOf = (siblings: readonly Sibling[], { placementId, contextId }: Launching) =>
  siblings.find((one) => one.placement_id === placementId && one.context_id === contextId) ??
  // an older release did not store its course
  siblings.find((one) => one.placement_id === placementId && one.context_id === null && one.may_be_merged);

/**
 * Returns the link of a launch, one for each combination of the platform's id, content and course, and stores where its grades go. A link
 * that several contents shared in an older release is split: the content that it opened last keeps it.
 */
export async function linkOf(trx: Knex.Transaction, launching: Launching): Promise<string> {
  const known = ownOf(await siblingsOf(trx, launching), launching);
  if (known) return updated(trx, known, launching);
  const { platformId, message, contextId, placementId } = launching;
  await lockName(trx, `lti-link:${platformId}:${message.deploymentId}:${message.resourceLinkRef}`);
  const siblings = await siblingsOf(trx, launching);
  const made = ownOf(siblings, launching);
  if (made) return updated(trx, made, launching);
  const shared = siblings.filter((one) => one.may_be_merged && one.context_id === contextId);
  if (shared.length > 0) await split(trx, shared);
  const id = uuidv7();
  await trx('lti_link').insert({
    id,
    platform_id: platformId,
    deployment_id: message.deploymentId,
    resource_link: message.resourceLinkRef,
    resource_link_ref: siblings.length === 0 ? message.resourceLinkRef : `${message.resourceLinkRef} ${id}`,
    may_be_merged: false,
    ...(shared.length > 0 && { recount_since: trx.fn.now() }),
    placement_id: placementId,
    context_id: contextId,
    ...addressesOf(message),
  });
  return id;
}

const addressesOf = ({ lineItemUrl, lineItemsUrl, agsScopes }: Launching['message']) => ({
  lineitem_url: lineItemUrl,
  lineitems_url: lineItemsUrl,
  ags_scopes: [...agsScopes],
});

/** Writes only changes, so that a class launching at the same time does not queue for one row. */
async function updated(trx: Knex.Transaction, { id }: Sibling, { message, contextId }: Launching): Promise<string> {
  const { lineitem_url: lineItem, lineitems_url: lineItems, ags_scopes: scopes } = addressesOf(message);
  await rowsOf(
    trx,
    // keep the line item that we created if the platform names none
    sql`update lti_link set lineitem_url = coalesce(${lineItem}::text, lineitem_url), lineitems_url = ${lineItems}::text,
               ags_scopes = ${scopes}::text[], context_id = ${contextId}::uuid
         where id = ${id} and (lineitem_url, lineitems_url, ags_scopes, context_id)
           is distinct from (coalesce(${lineItem}::text, lineitem_url), ${lineItems}::text, ${scopes}::text[], ${contextId}::uuid)`,
  );
  return id;
}

/** Splits a shared link. It is unknown which content its results belong to, so all of them are recalculated (`recountLinks`). */
async function split(trx: Knex.Transaction, shared: readonly Sibling[]): Promise<void> {
  const ids = shared.map(({ id }) => id);
  await trx('lti_score').whereIn('link_id', ids).update({ of_merged: true });
  await trx('lti_link').whereIn('id', ids).update({ may_be_merged: false, recount_since: trx.fn.now() });
  await announceJob(trx, 'lti-scores');
}
