import { lazy, Suspense } from 'react';
import { isolateLatinTerms } from '#frontend/lib/latin-terms.ts';

// with KaTeX: only cards with formulas load it
const FormulaText = lazy(() => import('./formula-text.tsx'));

/** The text of a side, in its own direction, with its line breaks and formulas. */
export function CardSide({ text }: { readonly text: string }) {
  const plain = (
    <span dir="auto" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
      {isolateLatinTerms(text, 'rtl')}
    </span>
  );
  if (!/\$\S/.test(text)) return plain;
  return (
    <Suspense fallback={plain}>
      <FormulaText text={text} />
    </Suspense>
  );
}
