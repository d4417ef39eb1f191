/**
 * What a text means as a decimal number: figures, a point and a sign, nothing else; no exponents, no hexadecimals, no grouping.
 * @returns null when it is none
 */
export const decimalOf = (said: string): number | null => (/^\s*[-+]?(\d+\.?\d*|\.\d+)\s*$/.test(said) ? Number(said) : null);
