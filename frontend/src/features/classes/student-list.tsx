import Button from '@mui/material/Button';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { StudentProgress } from '#contract/classes/assignments.contract.ts';
import type { Class } from '#contract/classes/classes.contract.ts';
import { formatNumber } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { Face } from '#frontend/ui/faces.tsx';
import { TextLink } from '#frontend/ui/link.tsx';
import { Entry, EntryList } from '#frontend/ui/list/entry-list.tsx';
import { MetaLine } from '#frontend/ui/meta-line.tsx';
import { RuledSection } from '#frontend/ui/ruled-section.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { classReport } from './class-queries.ts';
import { activeWords } from './class-report.tsx';

/** Maximum number of students; the rest are on the screen of their progress. */
const MOST = 8;

interface StudentListProps {
  readonly userId: string;
  readonly group: Class;
  readonly onAdd: () => void;
}

/** The students of a class in short, those who are behind first. */
export function StudentList({ userId, group, onAdd }: StudentListProps) {
  const { class_id: classId, archived: isOver, students: all } = group;
  const { data, error, refetch } = useInfiniteQuery(classReport(userId, classId));
  const students = data?.pages.flatMap((page) => page.students).toSorted((a, b) => b.overdue - a.overdue);
  return (
    <RuledSection
      title={t('Students')}
      aside={
        !isOver && (
          <Button variant="outlined" color="inherit" onClick={onAdd}>
            {t('Add students')}
          </Button>
        )
      }
    >
      {!students && error && <ErrorState title={t('The report could not be loaded')} error={error} onRetry={() => void refetch()} />}
      {!students && !error && <LoadingState label={t('Loading the report')} rows={4} />}
      {students && (
        <>
          <EntryList aria-label={t('Students')}>
            {students.slice(0, MOST).map((student) => (
              <Entry
                key={student.user_id}
                mark={student.overdue > 0 ? 'failed' : undefined}
                picture={<Face name={student.name} userId={student.user_id} />}
                title={<bdi>{student.name}</bdi>}
                lines={[<MetaLine key="standing" facts={standingOf(student)} />]}
                {...(student.assigned > 0 && {
                  figure: t('{n} of {all}', { n: formatNumber(student.completed), all: formatNumber(student.assigned) }),
                })}
              />
            ))}
          </EntryList>
          {all > MOST && (
            <TextLink to="/classes/$classId/$part" params={{ classId, part: 'report' }}>
              {t('All {n, plural, one {# student} other {# students}} and their progress', { n: all })}
            </TextLink>
          )}
        </>
      )}
    </RuledSection>
  );
}

const standingOf = ({ overdue, late, last_active_at: at }: StudentProgress): readonly string[] => [
  overdue > 0 ? t('{n, plural, one {# overdue} other {# overdue}}', { n: overdue }) : '',
  late > 0 ? t('{n, plural, one {# late} other {# late}}', { n: late }) : '',
  at === null ? t('Not active yet') : t('Last active {when}', { when: activeWords(at) }),
];
