import { config } from '#domain/platform/config.ts';
import { database } from '#domain/platform/database.ts';

/** Tells whether any call of the installation has succeeded within the last `ms`: an outage has then not lasted longer. */
export async function hasRecentSuccess(ms: number): Promise<boolean> {
  const { rows } = await database().raw(
    `select exists (select 1 from vendor_call
                     where outcome = 'ok' and started_at > now() - :oldest * interval '1 ms'
                       and started_at + vendor_call.ms * interval '1 ms' > now() - :within * interval '1 ms') as answered`,
    // no call lasts longer than its timeout
    { within: ms, oldest: ms + config().vendor.callTimeoutMs },
  );
  return rows[0].answered;
}
