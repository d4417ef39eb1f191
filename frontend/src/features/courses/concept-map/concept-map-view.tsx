import { lazy, Suspense, useDeferredValue, useMemo } from 'react';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { styled } from '@mui/material/styles';
import type { TextLanguage } from '#frontend/lib/courses/course-language.ts';
import { t } from '#frontend/lib/text.ts';
import { SearchField } from '#frontend/ui/fields/search-field.tsx';
import { SwitchField } from '#frontend/ui/fields/switch-field.tsx';
import { EmptyState } from '#frontend/ui/states/empty-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { TermList } from '#frontend/features/courses/glossary/term-list.tsx';
import { UntranslatedNote } from '#frontend/ui/untranslated-note.tsx';
import { isShared, type ConceptMap } from './build-concept-map.ts';
import { UseLink } from './use-link.tsx';

// only the drawing needs the library that places the nodes
const MapCanvas = lazy(() => import('./map-canvas.tsx'));

const Bar = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'end',
  gap: '8px 24px',
  marginBlockEnd: 12,
  '& > [role="search"]': { flex: '1 1 14rem', maxWidth: '24rem' },
});
const Status = styled('p')(({ theme }) => ({ ...theme.typography.body2, margin: '0 0 12px', color: theme.vars.palette.text.secondary }));

/** The state of a map in the URL. */
export interface MapChoice {
  readonly q?: string | undefined;
  readonly view?: 'map' | 'list' | undefined;
  /** Absent to show only the terms that occur in at least two lessons. */
  readonly all?: 'yes' | undefined;
}

interface ConceptMapViewProps {
  readonly courseId: string;
  readonly map: ConceptMap;
  readonly language: TextLanguage;
  /** Number of lessons that are not in this language. */
  readonly untranslated: number;
  readonly view: 'map' | 'list';
  readonly choice: MapChoice;
  readonly onChange: (change: MapChoice) => void;
  readonly chosen: string | null;
  readonly onChoose: (id: string | null) => void;
}

/** A course's lessons and the terms of its glossary, as a drawing or as a list. */
export function ConceptMapView(props: ConceptMapViewProps) {
  const { courseId, map, language, untranslated, view, choice, onChange, chosen, onChoose } = props;
  const { q = '', all } = choice;
  const shared = useMemo(() => map.terms.filter(isShared), [map]);
  const isAll = all === 'yes' || shared.length === 0;
  const shown = useMemo(() => (isAll ? map : { ...map, terms: shared }), [map, shared, isAll]);
  const wanted = useDeferredValue(q.trim().toLocaleLowerCase());
  const matches = useMemo(() => (wanted === '' ? null : matchesOf(shown, wanted)), [shown, wanted]);
  if (map.terms.length === 0) {
    return (
      <EmptyState subject="notes" title={t('This course has no glossary')}>
        {t('Its lessons have no terms in bold, so there is nothing to connect.')}
      </EmptyState>
    );
  }
  const listed = matches
    ? shown.terms.filter(({ id, uses }) => matches.has(id) || uses.some(({ lesson }) => matches.has(lesson.id)))
    : shown.terms;
  return (
    <>
      <UntranslatedNote lessons={untranslated} />
      <Bar>
        <div role="search">
          <SearchField
            label={t('Search the map')}
            value={q}
            onChange={({ target }) => {
              onChoose(null);
              onChange({ q: target.value || undefined });
            }}
          />
        </div>
        <ToggleButtonGroup
          exclusive
          value={view}
          aria-label={t('View')}
          onChange={(_event, next: 'map' | 'list' | null) => next && onChange({ view: next })}
        >
          <ToggleButton value="map">{t('Map')}</ToggleButton>
          <ToggleButton value="list">{t('List')}</ToggleButton>
        </ToggleButtonGroup>
        {shared.length > 0 && shared.length < map.terms.length && (
          <SwitchField
            label={t('Show terms that only one lesson uses')}
            checked={isAll}
            onChange={({ target }) => {
              onChoose(null);
              onChange({ all: target.checked ? 'yes' : undefined });
            }}
          />
        )}
      </Bar>
      <Status role="status">
        {matches
          ? t('{n, plural, =0 {No matches} one {# match} other {# matches}}', { n: matches.size })
          : t('{n} of {all} terms, {lessons, plural, one {# lesson} other {# lessons}}', {
              n: shown.terms.length,
              all: map.terms.length,
              lessons: map.lessons.length,
            })}
      </Status>
      {view === 'map' ? (
        <Suspense fallback={<LoadingState label={t('Drawing the map')} rows={8} />}>
          <MapCanvas courseId={courseId} map={shown} language={language} chosen={chosen} onChoose={onChoose} matches={matches} />
        </Suspense>
      ) : (
        <TermList
          terms={listed}
          language={language}
          lessonsOf={({ uses }) => uses.map((use) => <UseLink key={use.lesson.id} courseId={courseId} use={use} language={language} />)}
        />
      )}
    </>
  );
}

/** The ids of the terms and lessons whose names contain the searched words. */
const matchesOf = ({ terms, lessons }: ConceptMap, wanted: string): ReadonlySet<string> =>
  new Set([
    ...terms.filter(({ term }) => term.toLocaleLowerCase().includes(wanted)).map(({ id }) => id),
    ...lessons.filter(({ title }) => title.toLocaleLowerCase().includes(wanted)).map(({ id }) => id),
  ]);
