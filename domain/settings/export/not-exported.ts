/** Tables without a file in a data export, each with the reason. A test knows every table of the schema from here or from a part. */
export const NOT_EXPORTED: Readonly<Record<string, string>> = {
  ledger_entry: 'the double bookkeeping behind the movements, which say the same',
  token_hold_lot: 'which grant a reservation draws on; both are exported',
  outbox: 'a note that a step is to be handed on, gone within seconds',
  spend_day: 'what AI services charged the installation; the calls are exported',
  run_total: 'how many runs of a kind were deleted, of nobody in particular',
  stripe_event: 'hints that something changed at Stripe; what changed is exported',
  rate_limit: 'counters under fingerprints that lead to nobody, gone within a day',
  interface_text: 'sentences of the interface in other languages, of nobody in particular',
  interface_file: 'the same, as they are served',
  vendor_lane: 'the state of AI services',
  schema_migration: 'the version of the store',
  schema_migration_lock: 'the version of the store',
};
