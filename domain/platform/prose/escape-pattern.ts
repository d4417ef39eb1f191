/** Returns a text as a regular expression that matches it. `RegExp.escape` is not in Node.js 20. */
export const escapePattern = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
