import katex from 'katex';

/** The same limits as on lesson pages: formulas cannot run code or grow without bounds. */
const LIMITS = { trust: false, strict: 'ignore', maxExpand: 200, maxSize: 20 } as const;

/** Converts a TeX formula to MathML, which reading systems and browsers render and read aloud. Null: it is invalid. */
export function mathmlOf(tex: string, isBlock: boolean): string | null {
  try {
    const drawn = katex.renderToString(tex, { ...LIMITS, output: 'mathml', displayMode: isBlock, throwOnError: true });
    return /<math[\s\S]*<\/math>/.exec(drawn)?.[0] ?? null;
  } catch {
    return null;
  }
}
