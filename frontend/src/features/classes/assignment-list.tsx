import { useState } from 'react';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ListedAssignment, ManagedAssignment } from '#contract/classes/assignments.contract.ts';
import type { Class } from '#contract/classes/classes.contract.ts';
import { formatDueFor, formatNumber } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { SmallCover } from '#frontend/ui/course-cover.tsx';
import { CourseTitle } from '#frontend/ui/course-title.tsx';
import { TextLink } from '#frontend/ui/link.tsx';
import { Entry, EntryList } from '#frontend/ui/list/entry-list.tsx';
import { PagedList } from '#frontend/ui/list/paged-list.tsx';
import { MetaLine } from '#frontend/ui/meta-line.tsx';
import { ProgressMeter } from '#frontend/ui/progress-meter.tsx';
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
  /** Whether assigning a course is the screen's next step. */
  readonly isMain?: boolean;
}

/** The assignments of a class, for its teachers. */
export function AssignmentList({ userId, group, taskId, onAssigned, isMain = true }: AssignmentListProps) {
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
          <Button {...(isMain ? { variant: 'contained' } : { variant: 'outlined', color: 'inherit' })} onClick={() => setAssigning(true)}>
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
            <EntryList ref={list} isFlush aria-label={t('Assignments')}>
              {rows.map((one) => (
                <AssignmentEntry key={one.assignment_id} assignment={one} />
              ))}
            </EntryList>
          )}
        </PagedList>
      </Stack>
      {isAssigning && <AssignDialog userId={userId} classId={group.class_id} taskId={taskId} onClose={close} />}
    </RuledSection>
  );
}

/** An assignment of the class, and how far its students are. */
function AssignmentEntry({ assignment }: { readonly assignment: ListedAssignment }) {
  const { assignment_id: assignmentId, class_id: classId, title, for_all: isForAll, students, begun, completed, late } = assignment;
  const { to_mark: toMark, open_questions: open } = assignment;
  const all = formatNumber(students);
  const words = t('{n} of {all} completed', { n: formatNumber(completed), all });
  return (
    <Entry
      picture={<SmallCover title={title} />}
      title={
        <TextLink to="/classes/$classId/assignments/$assignmentId" params={{ classId, assignmentId }}>
          <CourseTitle title={title} language={undefined} />
        </TextLink>
      }
      lines={[<MetaLine key="due" facts={[dueFact(assignment), forWords(isForAll, students)]} />]}
    >
      {students > 0 && (
        <Stack sx={{ gap: 0.75 }}>
          <ProgressMeter label={t('Completed')} value={Math.round((100 * completed) / students)} valueText={words} />
          <Typography component="div" variant="body2" color="textSecondary">
            <MetaLine
              facts={[
                words,
                t('{n} of {all} started', { n: formatNumber(begun), all }),
                late > 0 && t('{n, plural, one {# of them late} other {# of them late}}', { n: late }),
                toMark !== null && toMark > 0 && t('{n, plural, one {# to mark} other {# to mark}}', { n: toMark }),
                open > 0 && t('{n, plural, one {# open question} other {# open questions}}', { n: open }),
              ]}
            />
          </Typography>
        </Stack>
      )}
    </Entry>
  );
}

const dueFact = (one: ListedAssignment): string =>
  one.state === 'ready' && one.due_at !== null ? t('Due {when}', { when: dueWords(one) }) : dueWords(one);

/** When an assignment is due, or why it cannot be opened. */
export function dueWords({ due_at: due, time_zone: zone, state }: Pick<ManagedAssignment, 'due_at' | 'time_zone' | 'state'>): string {
  if (state === 'writing') return t('Still being written');
  if (state === 'gone') return t('There is no course: it was deleted, or could not be written');
  return due === null ? t('No date') : formatDueFor(due, zone);
}

export const forWords = (isForAll: boolean, students: number): string =>
  isForAll ? t('The whole class') : t('{n, plural, one {# student} other {# students}}', { n: students });
