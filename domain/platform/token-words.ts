/** Hundredths of a token as tokens, for people and problem documents. */
export const inTokens = (centitokens: number): number => centitokens / 100;
