/**
 * Parses a decimal number with digits, a point and a sign; no exponents, hexadecimals or grouping.
 * @returns null if the text is not such a number
 */
export const decimalOf = (value: string): number | null => (/^\s*[-+]?(\d+(?:\.\d*)?|\.\d+)\s*$/.test(value) ? Number(value) : null);
