import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import CardContent from '@mui/material/CardContent';
import { formatNumber } from '#frontend/lib/format.ts';
import { formulaWords } from '#frontend/lib/formula-words.ts';
import { t } from '#frontend/lib/text.ts';
import { SectionCard } from '#frontend/ui/cards/section-card.tsx';
import { SelectField } from '#frontend/ui/fields/select-field.tsx';
import { FormulaText } from '#frontend/ui/formula-text.tsx';
import { RowTable } from '#frontend/ui/list/row-table.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { publishedCourses } from '../courses/creator-course-queries.ts';
import { stopsOf } from './revenue-queries.ts';

/** The lessons at which students of a course stop. */
export function LessonStops({ userId, courseId }: { readonly userId: string; readonly courseId: string }) {
  return (
    <SectionCard isFlush title={t('Where students stop')}>
      <Stops userId={userId} courseId={courseId} />
    </SectionCard>
  );
}

/** The same for one of the published courses; initially the one with the most students. */
export function StopsByCourse({ userId }: { readonly userId: string }) {
  const [chosen, setChosen] = useState<string | null>(null);
  const { data: courses = [] } = useQuery(publishedCourses(userId));
  const courseId = chosen ?? courses.toSorted((one, other) => other.students - one.students)[0]?.id;
  if (courseId === undefined) return null;
  return (
    <SectionCard isFlush title={t('Where students stop')}>
      <Box sx={{ paddingInline: 2, paddingBlock: 1 }}>
        <SelectField
          label={t('Course')}
          value={courseId}
          onChange={({ target }) => setChosen(target.value)}
          options={courses.map(({ id: value, title }) => ({ value, label: formulaWords(title, undefined), dir: 'auto' }))}
        />
      </Box>
      <Stops userId={userId} courseId={courseId} />
    </SectionCard>
  );
}

function Stops({ userId, courseId }: { readonly userId: string; readonly courseId: string }) {
  const { data, error, refetch } = useQuery(stopsOf(userId, courseId));
  if (!data || data.lessons.length === 0)
    return (
      <CardContent>
        {data ? (
          t('Shown once five people have the course, so that no one can be identified.')
        ) : error ? (
          <ErrorState title={t('The lessons could not be loaded')} error={error} onRetry={() => void refetch()} />
        ) : (
          <LoadingState rows={4} />
        )}
      </CardContent>
    );
  const most = data.lessons.reduce((one, other) => (other.stopped > one.stopped ? other : one));
  return (
    <>
      {most.stopped > 0 && (
        <Alert severity="info" sx={{ margin: 2, marginBlockStart: 1 }}>
          {t('Most learners stop at “{title}”. Review this lesson first.', { title: most.title })}
        </Alert>
      )}
      <RowTable
        isInner
        label={t('Where students stop')}
        rows={data.lessons.map((lesson, place) => ({ ...lesson, place: place + 1 }))}
        keyOf={(lesson) => lesson.lesson_id}
        columns={[
          {
            name: t('Lesson'),
            renderCell: (lesson) => (
              <bdi>
                <FormulaText text={`${lesson.place}. ${lesson.title}`} dir="rtl" />
              </bdi>
            ),
          },
          {
            name: t('Completed'),
            isFigure: true,
            renderCell: (lesson) => t('{n} of {most}', { n: formatNumber(lesson.completed), most: formatNumber(data.students) }),
          },
          { name: t('Stopped here'), isFigure: true, renderCell: (lesson) => formatNumber(lesson.stopped) },
        ]}
      />
    </>
  );
}
