const MARK = '\u200e';
/** Signs that belong to the Latin word before them: C++, C#, List<String>, main(). */
const AFTER = /(?<=[A-Za-z])(?:[+#>]+|--|\(\))(?![\w+#>-])/g;
/** Signs that belong to the one behind them: .NET, #include, @media, --help, <template>. */
const BEFORE = /(?<![\w.])(?:[.#@]|--|<\/?)(?=[A-Za-z])/g;

/**
 * Text whose Latin names read right among Arabic ones: without a mark the signs at their ends are set on their other side, and C++ reads ++C.
 * @param dir of the text, or 'rtl' where its first letter decides; in one from left to right nothing is needed
 */
export const keepTerms = (text: string, dir: 'rtl' | 'ltr' | undefined): string =>
  dir === 'rtl' ? text.replace(AFTER, `$&${MARK}`).replace(BEFORE, `${MARK}$&`) : text;
