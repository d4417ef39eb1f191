/** Settings that operators can change at run time; the defaults come from the configuration. */
export const SETTING_NAMES = [
  'max_active_runs',
  /** Concurrent steps per worker and queue. */
  'worker_concurrency',
  'vendor_requests_per_minute',
  'vendor_tokens_per_minute',
  /**
   * For each lane: the maximum number of queued runs, and the maximum waiting time of its oldest work in seconds, above which new work is
   * refused.
   */
  'interactive_depth',
  'interactive_age_s',
  'batch_depth',
  'batch_age_s',
] as const;
export type SettingName = (typeof SETTING_NAMES)[number];
