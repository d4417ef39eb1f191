import { pageOf } from '../http/lists.ts';
import { only } from '../http/parameters.ts';
import { invalid } from '../http/stripe-refusal.ts';
import type { Parameters } from '../schema/validate-request.ts';
import type { StoredEvent } from '../state/kinds.ts';
import type { World } from '../state/world.ts';

export function retrieveEvent(world: World, id: string): StoredEvent {
  return world.find('events', id);
}

export function listEvents(world: World, parameters: Parameters) {
  only(parameters, ['type', 'types', 'delivery_success', 'limit', 'starting_after', 'ending_before', 'created']);
  const { type, types, delivery_success: delivered } = parameters as { type?: string; types?: string[]; delivery_success?: boolean };
  if (type !== undefined && types !== undefined) throw invalid('You may not pass both `type` and `types`.', 'types');
  const wanted = types ?? (type === undefined ? undefined : [type]);
  const rows = world.store
    .list('events')
    .filter(
      (row) =>
        (wanted?.some((name) => matches(row.type, name)) ?? true) &&
        (delivered === undefined || (row.pending_webhooks === 0) === delivered),
    );
  return pageOf(rows, parameters, '/v1/events');
}

/** `invoice.*` means every event of invoices. */
const matches = (type: string, wanted: string): boolean => (wanted.endsWith('*') ? type.startsWith(wanted.slice(0, -1)) : type === wanted);
