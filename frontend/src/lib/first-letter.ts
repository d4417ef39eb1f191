/** The first letter of a name as an avatar shows it; '?' of an empty one. */
export const firstLetter = (name: string): string => [...name.trim()][0]?.toLocaleUpperCase() ?? '?';
