import { database } from '#domain/platform/database.ts';
import { rowsOf, sql } from '#domain/platform/sql.ts';

/**
 * Allows an immediate probe of every unavailable service: a new run finds out which are up again. One probe costs little, and the circuit
 * opens again when it fails. A pause the vendor requested itself (a 429) stays.
 */
export async function endPauses(): Promise<void> {
  await rowsOf(
    database(),
    // in a fixed order: two runs that begin together must not deadlock
    sql`update vendor_lane lane set open_until = now()
       from (select service, model from vendor_lane where open_until > now() order by service, model for no key update) open
      where lane.service = open.service and lane.model = open.model`,
  );
}
