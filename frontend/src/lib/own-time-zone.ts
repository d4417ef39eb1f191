/** The zone of this device: `Europe/Madrid`. */
export const ownTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
