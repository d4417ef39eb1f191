/** The version of the terms, by the day of its last change: shown on the terms page, and stored for each acceptance. */
export const TERMS_VERSION = '2025-08-05';
