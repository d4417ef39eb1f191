import { database } from '#domain/platform/database.ts';

/**
 * Lets every service that does not answer be probed now, without the rest of its pause: a run that begins finds out who is up again. One
 * probe a service costs a dead one nothing, and it opens again when that fails. What a vendor closed itself (a 429) stays closed.
 */
export async function endPauses(): Promise<void> {
  await database().raw(
    // in one order for everybody: two runs that begin together must not wait for each other
    `update vendor_lane lane set open_until = now()
       from (select service, model from vendor_lane where open_until > now() order by service, model for no key update) open
      where lane.service = open.service and lane.model = open.model`,
  );
}
