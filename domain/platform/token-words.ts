/** Hundredths of a token as tokens, for people and problem documents. */
export const inTokens = (centitokens: number): number => centitokens / 100;

/** '31 tokens', '1 token', '5.16 tokens'. */
export const tokenWords = (centitokens: number): string => `${inTokens(centitokens)} ${centitokens === 100 ? 'token' : 'tokens'}`;
