/**
 * Parses a text as a decimal number: digits, a point and a sign; no exponents, no hexadecimals, no grouping.
 * @returns null when it is not one
 */
export const decimalOf = (value: string): number | null => (/^\s*[-+]?(\d+(?:\.\d*)?|\.\d+)\s*$/.test(value) ? Number(value) : null);
