/** This device's time zone: `Europe/Madrid`. */
export const ownTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
