import { useMemo, useState } from 'react';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { buildConceptMap } from '#frontend/features/courses/concept-map/build-concept-map.ts';
import { ConceptMapView, type MapChoice } from '#frontend/features/courses/concept-map/concept-map-view.tsx';
import { NodePanel } from '#frontend/features/courses/concept-map/node-panel.tsx';
import { CourseUnavailable } from '#frontend/features/courses/details/course-unavailable.tsx';
import { useCourseInLanguage, useUntranslatedLessons } from '#frontend/features/courses/language/course-language-choice.ts';
import { oneCourse } from '#frontend/features/courses/course-queries.ts';
import { languageAttributes } from '#frontend/lib/courses/course-language.ts';
import { useUser } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { CourseTitle } from '#frontend/ui/course-title.tsx';
import { PageFrame } from '#frontend/ui/frames/page-frame.tsx';
import { LinkButton } from '#frontend/ui/link.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';

/** The concept map of one course; a list to begin with where a map has no room. */
export default function ConceptMapPage() {
  const { courseId } = useParams({ from: '/app/courses/$courseId/concept-map' });
  const choice = useSearch({ from: '/app/courses/$courseId/concept-map' });
  const navigate = useNavigate({ from: '/courses/$courseId/concept-map' });
  const { user_id: userId } = useUser();
  const { data, error, refetch } = useQuery(oneCourse(userId, courseId));
  const course = useCourseInLanguage(courseId, data);
  const untranslated = useUntranslatedLessons(courseId, data).length;
  const language = languageAttributes(course?.language);
  const map = useMemo(() => course && buildConceptMap(course, language.lang), [course, language.lang]);
  const [chosen, setChosen] = useState<string | null>(null);
  const hasRoom = useMediaQuery(({ breakpoints }) => breakpoints.up('md'), { noSsr: true });
  const view = choice.view ?? (hasRoom ? 'map' : 'list');
  const of = map && { courseId, map, language, chosen, onChoose: setChosen };
  return (
    <PageFrame
      isWide
      title={t('Concept map')}
      subtitle={course && <CourseTitle title={course.title} language={course.language} />}
      actions={
        <LinkButton to="/courses/$courseId" params={{ courseId }} variant="outlined" color="inherit">
          {t('Back to the course')}
        </LinkButton>
      }
      companion={of && view === 'map' && of.map.terms.length > 0 ? <NodePanel {...of} /> : undefined}
    >
      {of ? (
        <ConceptMapView
          {...of}
          untranslated={untranslated}
          view={view}
          choice={choice}
          onChange={(change: MapChoice) => void navigate({ search: (old) => ({ ...old, ...change }), replace: true })}
        />
      ) : error ? (
        <CourseUnavailable error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingState label={t('Loading the concept map')} rows={6} />
      )}
    </PageFrame>
  );
}
