import { lazy, Suspense, type ReactNode } from 'react';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import type { TextLanguage } from '#frontend/lib/courses/course-language.ts';
import { isolateLatinTerms } from '#frontend/lib/latin-terms.ts';
import { FormulaText } from '#frontend/ui/formula-text.tsx';
import type { GlossaryEntry } from './build-glossary.ts';

// only sentences with a formula need it
const LessonMarkdown = lazy(async () => ({
  default: (await import('#frontend/ui/markdown/lesson-markdown.tsx')).LessonMarkdown,
}));

type Explained = Pick<GlossaryEntry, 'sentence' | 'hasMaths'>;

/** The sentence that first sets a term in bold, with its formulas. */
export function TermSentence({ sentence, hasMaths, language }: Explained & { readonly language: TextLanguage }) {
  if (!hasMaths) return isolateLatinTerms(sentence, language.dir);
  return (
    <Suspense fallback={<Skeleton component="span" sx={{ display: 'block' }} />}>
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
    <Box component="dl" sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 20rem), 1fr))' }}>
      {terms.map((one) => (
        <Card key={one.term} sx={{ padding: 2 }}>
          <Typography component="dt" variant="h3" {...language}>
            <FormulaText text={one.term} dir={language.dir} />
          </Typography>
          <Box component="dd" sx={{ marginInline: 0, marginBlock: 0.5 }} {...language}>
            <TermSentence sentence={one.sentence} hasMaths={one.hasMaths} language={language} />
          </Box>
          <Typography
            component="dd"
            variant="body2"
            color="textSecondary"
            sx={{ display: 'flex', flexWrap: 'wrap', gap: '4px 12px', margin: 0 }}
          >
            {lessonsOf(one)}
          </Typography>
        </Card>
      ))}
    </Box>
  );
}
