const MARK = '\u200e';
/** Punctuation that belongs to the Latin word before it: C++, C#, List<String>, main(). */
const AFTER = /(?<=[A-Za-z])(?:[+#>]+|--|\(\))(?![\w+#>-])/g;
/** Punctuation that belongs to the Latin word after it: .NET, #include, @media, --help, <template>. */
const BEFORE = /(?<![\w.])(?:[.#@]|--|<\/?)(?=[A-Za-z])/g;

/**
 * Adds bidi marks to Latin names in Arabic text: without a mark their punctuation moves to the other side, and C++ becomes ++C.
 * @param dir direction of the text, or 'rtl' where its first letter decides; left-to-right text is returned unchanged
 */
export const isolateLatinTerms = (text: string, dir: 'rtl' | 'ltr' | undefined): string =>
  dir === 'rtl' ? text.replace(AFTER, `$&${MARK}`).replace(BEFORE, `${MARK}$&`) : text;
