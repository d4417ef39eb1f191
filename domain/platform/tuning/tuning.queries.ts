import { SETTING_NAMES, type SettingName } from '#contract/platform/tuning.ts';
import { cachedFor } from '#domain/platform/cached-for.ts';
import { config } from '#domain/platform/config.ts';
import { database } from '#domain/platform/database.ts';

export type Tuning = Readonly<Record<SettingName, number>>;

/** A change takes effect everywhere within this time, in ms. */
const FRESH_MS = 1_000;

/** Returns the configured defaults. */
export const configured = (): Tuning => ({
  max_active_runs: config().maxActiveRuns,
  worker_concurrency: config().workerConcurrency,
  vendor_requests_per_minute: config().vendor.requestsPerMinute,
  vendor_tokens_per_minute: config().vendor.tokensPerMinute,
  interactive_depth: config().shed.depth,
  interactive_age_s: config().shed.ageS,
  batch_depth: config().shed.depth,
  batch_age_s: config().shed.ageS,
});

/** Returns the operators' settings as stored, without the defaults. */
export async function settings(): Promise<Partial<Record<SettingName, number>>> {
  const rows: { name: SettingName; value: number }[] = await database()('operator_setting')
    .whereIn('name', [...SETTING_NAMES])
    .select('name', 'value');
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

const freshSettings = cachedFor(FRESH_MS, settings);

/** Returns the effective settings in this process, at most a second old. */
export async function tuning(): Promise<Tuning> {
  const set = await freshSettings().catch(() => ({}));
  return { ...configured(), ...set };
}

/** Clears the cache after this process changed a setting, so that it takes effect here at once. */
export const clearTuningCache = (): void => freshSettings.clear();
