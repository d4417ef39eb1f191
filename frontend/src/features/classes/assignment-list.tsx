import { useState } from 'react';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ManagedAssignment } from '#contract/classes/assignments.contract.ts';
import type { Class } from '#contract/classes/classes.contract.ts';
import { formatDueFor, formatNumber } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { SmallCover } from '#frontend/ui/course-cover.tsx';
import { CourseTitle } from '#frontend/ui/course-title.tsx';
import { TextLink } from '#frontend/ui/link.tsx';
import { PagedList } from '#frontend/ui/list/paged-list.tsx';
import { RowTable } from '#frontend/ui/list/row-table.tsx';
import { RuledSection } from '#frontend/ui/ruled-section.tsx';
import { EmptyState } from '#frontend/ui/states/empty-state.tsx';
import { AssignDialog } from './assign-dialog.tsx';
import { classAssignments } from './class-queries.ts';

interface AssignmentListProps {
  readonly userId: string;
  readonly group: Class;
  /** The run that is writing a course for the class, which is to be assigned at once. */
  readonly taskId?: string | undefined;
  readonly onAssigned?: () => void;
}

/** The assignments of a class, for its teachers. */
export function AssignmentList({ userId, group, taskId, onAssigned }: AssignmentListProps) {
  const [isAssigning, setAssigning] = useState(taskId !== undefined && !group.archived);
  const close = () => {
    setAssigning(false);
    if (taskId !== undefined) onAssigned?.();
  };
  const pages = useInfiniteQuery(classAssignments(userId, group.class_id));
  return (
    <RuledSection
      title={t('Assignments')}
      aside={
        !group.archived && (
          <Button variant="contained" onClick={() => setAssigning(true)}>
            {t('Assign a course')}
          </Button>
        )
      }
    >
      <Stack sx={{ gap: 2, paddingBlockStart: 2 }}>
        <PagedList
          pages={pages}
          rowsOf={(page) => page.assignments}
          failed={t('The assignments could not be loaded')}
          loading={t('Loading the assignments')}
          empty={
            <EmptyState subject="courses" title={t('Nothing is assigned yet')}>
              {t('Assign one of your courses: each student gets their own copy, and you see their progress.')}
            </EmptyState>
          }
        >
          {(rows, list) => (
            <RowTable
              label={t('Assignments')}
              rows={rows}
              keyOf={({ assignment_id }) => assignment_id}
              list={list}
              columns={[
                {
                  name: t('Course'),
                  renderCell: ({ assignment_id: assignmentId, class_id: classId, title }) => (
                    <Stack component="span" direction="row" sx={{ alignItems: 'center', gap: 1.5 }}>
                      <SmallCover title={title} />
                      <TextLink to="/classes/$classId/assignments/$assignmentId" params={{ classId, assignmentId }}>
                        <CourseTitle title={title} language={undefined} />
                      </TextLink>
                    </Stack>
                  ),
                },
                { name: t('Due'), renderCell: (one) => dueWords(one) },
                { name: t('For'), renderCell: ({ for_all: isForAll, students }) => forWords(isForAll, students) },
                { name: t('Started'), isFigure: true, renderCell: ({ begun }) => formatNumber(begun) },
                { name: t('Completed'), isFigure: true, renderCell: ({ completed }) => formatNumber(completed) },
                { name: t('Late'), isFigure: true, renderCell: ({ late }) => formatNumber(late) },
                {
                  name: t('Open questions'),
                  isFigure: true,
                  renderCell: ({ open_questions: open }) => formatNumber(open),
                },
              ]}
            />
          )}
        </PagedList>
      </Stack>
      {isAssigning && <AssignDialog userId={userId} classId={group.class_id} taskId={taskId} onClose={close} />}
    </RuledSection>
  );
}

/** When an assignment is due, or why it cannot be opened. */
export function dueWords({ due_at: due, time_zone: zone, state }: Pick<ManagedAssignment, 'due_at' | 'time_zone' | 'state'>): string {
  if (state === 'writing') return t('Still being written');
  if (state === 'gone') return t('There is no course: it was deleted, or could not be written');
  return due === null ? t('No date') : formatDueFor(due, zone);
}

export const forWords = (isForAll: boolean, students: number): string =>
  isForAll ? t('The whole class') : t('{n, plural, one {# student} other {# students}}', { n: students });
