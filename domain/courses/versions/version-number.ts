/** Tells whether a number can be a version's: Postgres raises an error for one that does not fit its column. */
export const isVersionNumber = (number: number): boolean => Number.isInteger(number) && number >= 1 && number <= 2_147_483_647;
