import * as z from 'zod';

const ms = z.coerce.number().int().min(1);

/** When calls for the vendors' batch services are sent, and how often their answers are polled. */
export const VENDOR_BATCH_ENVIRONMENT = {
  VENDOR_BATCH_GATHER_MS: ms.default(60_000),
  VENDOR_BATCH_LOOK_MS: ms.default(60_000),
};

export interface VendorBatchSettings {
  /** How long the first call waits for others to be sent with it. */
  readonly gatherMs: number;
  readonly lookMs: number;
}

export const readVendorBatchSettings = (e: { VENDOR_BATCH_GATHER_MS: number; VENDOR_BATCH_LOOK_MS: number }): VendorBatchSettings => ({
  gatherMs: e.VENDOR_BATCH_GATHER_MS,
  lookMs: e.VENDOR_BATCH_LOOK_MS,
});
