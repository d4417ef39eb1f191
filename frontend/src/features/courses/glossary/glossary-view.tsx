import { useMemo, useState } from 'react';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { Course } from '#contract/courses/courses.contract.ts';
import { LEARN, learnParams, lessonAt } from '#frontend/features/courses/lesson/lesson-path.ts';
import { languageAttributes } from '#frontend/lib/courses/course-language.ts';
import { t } from '#frontend/lib/text.ts';
import { SearchField } from '#frontend/ui/fields/search-field.tsx';
import { FormulaText } from '#frontend/ui/formula-text.tsx';
import { TextLink } from '#frontend/ui/link.tsx';
import { EmptyState } from '#frontend/ui/states/empty-state.tsx';
import { UntranslatedNote } from '#frontend/ui/untranslated-note.tsx';
import { buildGlossary } from './build-glossary.ts';
import { TermList } from './term-list.tsx';

interface GlossaryViewProps {
  /** The course in its reading language. */
  readonly course: Course;
  /** Number of lessons without a translation into that language. */
  readonly untranslated: number;
}

/** The terms of a course, their sentences, and links to the lessons they occur in. */
export function GlossaryView({ course, untranslated }: GlossaryViewProps) {
  const [query, setQuery] = useState('');
  const language = languageAttributes(course.language);
  const entries = useMemo(() => buildGlossary(course, language.lang), [course, language.lang]);
  if (entries.length === 0) {
    return (
      <EmptyState subject="notes" title={t('This course has no glossary')}>
        {t('Its lessons define no terms in bold, so there is nothing to list.')}
      </EmptyState>
    );
  }
  const wanted = query.trim().toLocaleLowerCase();
  const shown = entries.filter(({ term, sentence }) => `${term} ${sentence}`.toLocaleLowerCase().includes(wanted));
  return (
    <>
      <UntranslatedNote lessons={untranslated} />
      <Typography color="textSecondary" sx={{ marginBlockEnd: 2 }}>
        {t('Every term that the lessons define, with its definition.')}
      </Typography>
      <Box role="search" sx={{ maxWidth: '24rem' }}>
        <SearchField label={t('Search the glossary')} value={query} onChange={({ target }) => setQuery(target.value)} />
      </Box>
      {shown.length === 0 ? (
        <EmptyState subject="search" title={t('No term matches')}>
          {t('Try other words.')}
        </EmptyState>
      ) : (
        <TermList
          terms={shown}
          language={language}
          lessonsOf={({ places }) =>
            places.map((place) => (
              <TextLink key={place.number} to={LEARN} params={learnParams(course.course_id, place)}>
                {place.number}{' '}
                <bdi {...language}>
                  <FormulaText text={lessonAt(course, place)!.title} dir={language.dir} />
                </bdi>
              </TextLink>
            ))
          }
        />
      )}
    </>
  );
}
