import type { SaleMovement } from '#contract/studio/creator-movements.contract.ts';
import { csvInSlices } from '#domain/platform/csv.ts';

const HEAD = ['at_utc', 'kind', 'course', 'code', 'paid_usd', 'your_share_usd', 'held_back_usd', 'movement'];

/** Encodes sales and refunds as CSV, one per line. */
export const movementsCsv = (movements: readonly SaleMovement[]): AsyncGenerator<Uint8Array> =>
  csvInSlices(
    HEAD,
    movements.map((one) => [
      one.at,
      one.kind,
      one.course?.title ?? '',
      one.code ?? '',
      one.paid === null ? '' : one.paid.toFixed(2),
      one.change.toFixed(2),
      one.held.toFixed(2),
      one.movement_id,
    ]),
  );
