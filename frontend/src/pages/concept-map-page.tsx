import { useMemo, useState } from 'react';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { buildConceptMap } from '#frontend/features/courses/concept-map/build-concept-map.ts';
import { ConceptMapView, type MapChoice } from '#frontend/features/courses/concept-map/concept-map-view.tsx';
import { NodePanel } from '#frontend/features/courses/concept-map/node-panel.tsx';
import { useUntranslatedLessons } from '#frontend/features/translation/course-language-choice.ts';
import { languageAttributes } from '#frontend/lib/courses/course-language.ts';
import { CourseFrame, useShownCourse } from './courses/course-frame.tsx';

/** The concept map of one course; initially as a list where there is no room for a map. */
export default function ConceptMapPage() {
  const { courseId } = useParams({ from: '/app/courses/$courseId/concept-map' });
  const choice = useSearch({ from: '/app/courses/$courseId/concept-map' });
  const navigate = useNavigate({ from: '/courses/$courseId/concept-map' });
  const { data, course } = useShownCourse(courseId);
  const untranslated = useUntranslatedLessons(courseId, data).length;
  const language = languageAttributes(course?.language);
  const map = useMemo(() => course && buildConceptMap(course, language.lang), [course, language.lang]);
  const [chosen, setChosen] = useState<string | null>(null);
  const hasRoom = useMediaQuery(({ breakpoints }) => breakpoints.up('md'), { noSsr: true });
  const view = choice.view ?? (hasRoom ? 'map' : 'list');
  const of = map && { courseId, map, language, chosen, onChoose: setChosen };
  return (
    <CourseFrame courseId={courseId} tab="map" aside={of && view === 'map' && of.map.terms.length > 0 ? <NodePanel {...of} /> : undefined}>
      {of && (
        <ConceptMapView
          {...of}
          untranslated={untranslated}
          view={view}
          choice={choice}
          onChange={(change: MapChoice) => void navigate({ search: (old) => ({ ...old, ...change }), replace: true })}
        />
      )}
    </CourseFrame>
  );
}
