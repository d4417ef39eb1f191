/** Which text of the terms is in force, by the day it was last changed: shown on the terms page, and kept with whoever accepts them. */
export const TERMS_VERSION = '2025-08-05';
