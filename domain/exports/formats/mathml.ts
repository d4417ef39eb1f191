import katex from 'katex';

/** As the pages of lessons draw formulas: nothing of them runs, and none grows without bounds. */
const LIMITS = { trust: false, strict: 'ignore', maxExpand: 200, maxSize: 20 } as const;

/** A formula of TeX as MathML, which reading systems and browsers draw and read aloud. Null: it is none. */
export function mathmlOf(tex: string, isBlock: boolean): string | null {
  try {
    const drawn = katex.renderToString(tex, { ...LIMITS, output: 'mathml', displayMode: isBlock, throwOnError: true });
    return /<math[\s\S]*<\/math>/.exec(drawn)?.[0] ?? null;
  } catch {
    return null;
  }
}
