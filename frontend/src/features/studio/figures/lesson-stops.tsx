import { useQuery } from '@tanstack/react-query';
import { styled } from '@mui/material/styles';
import { formatNumber } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { ColumnHeads, DataTable } from '#frontend/ui/data-table.tsx';
import { RuledSection } from '#frontend/ui/ruled-section.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { stopsOf } from './revenue-queries.ts';

const Table = styled(DataTable)({
  '& th, & td': { padding: '6px 8px', textAlign: 'start', fontWeight: 400 },
  '& .figure': { textAlign: 'end', whiteSpace: 'nowrap' },
});

/** At which lesson students of a course stop. */
export function LessonStops({ userId, courseId }: { readonly userId: string; readonly courseId: string }) {
  const { data, error, refetch } = useQuery(stopsOf(userId, courseId));
  return (
    <RuledSection title={t('Where students stop')}>
      {error && !data ? (
        <ErrorState title={t('This could not be loaded')} error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <LoadingState rows={4} />
      ) : data.lessons.length === 0 ? (
        <p>{t('Shown once five people have the course, so that no one can be identified.')}</p>
      ) : (
        <Table label={t('Where students stop')}>
          <ColumnHeads columns={[t('Lesson')]} figures={[t('Completed it'), t('Stopped here')]} />
          <tbody>
            {data.lessons.map((lesson, place) => (
              <tr key={lesson.lesson_id}>
                <th scope="row" dir="auto">{`${place + 1}. ${lesson.title}`}</th>
                <td className="figure">{t('{n} of {most}', { n: formatNumber(lesson.completed), most: formatNumber(data.students) })}</td>
                <td className="figure">{formatNumber(lesson.stopped)}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </RuledSection>
  );
}
