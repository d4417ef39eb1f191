import { lazy, Suspense, type ReactNode } from 'react';
import { styled } from '@mui/material/styles';
import type { TextLanguage } from '#frontend/lib/courses/course-language.ts';
import { isolateLatinTerms } from '#frontend/lib/latin-terms.ts';
import { FONTS, READING_MEASURE } from '#frontend/theme/tokens.ts';
import type { GlossaryEntry } from './build-glossary.ts';

const Terms = styled('dl')(({ theme }) => ({
  maxWidth: READING_MEASURE,
  '& > div': { paddingBlock: 12, borderBlockEnd: `1px solid ${theme.vars.palette.line.hairline}` },
  '& dt': { fontWeight: 650, fontFamily: FONTS.reading },
  '& dd': { margin: '4px 0 0' },
  '& dd[data-places]': {
    ...theme.typography.body2,
    display: 'flex',
    flexWrap: 'wrap',
    gap: '4px 12px',
    color: theme.vars.palette.text.secondary,
  },
}));

// only a sentence with a formula needs it
const LessonMarkdown = lazy(async () => ({
  default: (await import('#frontend/features/courses/markdown/lesson-markdown.tsx')).LessonMarkdown,
}));

type Explained = Pick<GlossaryEntry, 'sentence' | 'hasMaths'>;

/** The sentence that first sets a term in bold, with its formulas. */
export function TermSentence({ sentence, hasMaths, language }: Explained & { readonly language: TextLanguage }) {
  if (!hasMaths) return isolateLatinTerms(sentence, language.dir);
  return (
    <Suspense fallback={sentence}>
      <LessonMarkdown {...language}>{sentence}</LessonMarkdown>
    </Suspense>
  );
}

interface TermListProps<T> {
  readonly terms: readonly T[];
  readonly language: TextLanguage;
  /** Links to the lessons of a term. */
  readonly lessonsOf: (term: T) => ReactNode;
}

/** Terms with their sentences and their lessons. */
export function TermList<T extends Explained & { readonly term: string }>({ terms, language, lessonsOf }: TermListProps<T>) {
  return (
    <Terms>
      {terms.map((one) => (
        <div key={one.term}>
          <dt {...language}>{isolateLatinTerms(one.term, language.dir)}</dt>
          <dd {...language}>
            <TermSentence sentence={one.sentence} hasMaths={one.hasMaths} language={language} />
          </dd>
          <dd data-places="">{lessonsOf(one)}</dd>
        </div>
      ))}
    </Terms>
  );
}
