import { lazy, Suspense } from 'react';
import { isolateLatinTerms } from '#frontend/lib/latin-terms.ts';

// with KaTeX: only texts with formulas load it
const DrawnFormulas = lazy(() => import('./drawn-formulas.tsx'));

/** A text in its own direction, with its line breaks and formulas: a side of a flash card, a preview. */
export function FormulaText({ text }: { readonly text: string }) {
  if (!/\$\S/.test(text)) return show(text);
  return (
    <Suspense fallback={show(text.replaceAll(/\$+[^$]+\$+/g, '…'))}>
      <DrawnFormulas text={text} />
    </Suspense>
  );
}

const show = (text: string) => (
  <span dir="auto" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
    {isolateLatinTerms(text, 'rtl')}
  </span>
);
