/** Converts hundredths of a token to tokens, for people and problem documents. */
export const inTokens = (centitokens: number): number => centitokens / 100;
