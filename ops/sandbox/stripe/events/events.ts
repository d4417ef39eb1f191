import { listRows } from '../http/lists.ts';
import { invalid } from '../http/stripe-api-error.ts';
import type { Parameters } from '../schema/validate-request.ts';
import type { World } from '../state/world.ts';

export function listEvents(world: World, parameters: Parameters) {
  const { type, types, delivery_success: delivered } = parameters as { type?: string; types?: string[]; delivery_success?: boolean };
  if (type !== undefined && types !== undefined) throw invalid('You may not pass both `type` and `types`.', 'types');
  const wanted = types ?? (type === undefined ? undefined : [type]);
  return listRows(world, 'events', parameters, '/v1/events', {
    names: ['type', 'types', 'delivery_success'],
    also: (row) =>
      (wanted?.some((name) => matches(row.type, name)) ?? true) && (delivered === undefined || (row.pending_webhooks === 0) === delivered),
  });
}

/** `invoice.*` means every event of invoices. */
const matches = (type: string, wanted: string): boolean => (wanted.endsWith('*') ? type.startsWith(wanted.slice(0, -1)) : type === wanted);
