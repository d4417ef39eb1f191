import { useState } from 'react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import CardContent from '@mui/material/CardContent';
import Stack from '@mui/material/Stack';
import { getStudentsCsv, QUIET_DAYS, STUDENTS_PER_PAGE, type Student } from '#contract/market/students.contract.ts';
import { callForFile } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { formatDate, formatNumber, formatWhen } from '#frontend/lib/format.ts';
import { saveFile } from '#frontend/lib/save-file.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { SectionCard } from '#frontend/ui/cards/section-card.tsx';
import { SelectField } from '#frontend/ui/fields/select-field.tsx';
import { PageButtons } from '#frontend/ui/list/page-buttons.tsx';
import { RowTable } from '#frontend/ui/list/row-table.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { creatorCoursePages } from '../courses/creator-course-queries.ts';
import { StudentsView } from '../figures/students-view.tsx';
import { MessageDialog } from './message-dialog.tsx';
import { studentsOf, type StudentFilter } from './student-queries.ts';

/** The students of the creator's courses, and buttons to write to them (CRE-17). */
export function StudentsPanel({ userId }: { readonly userId: string }) {
  const [filter, setFilter] = useState<StudentFilter>({ activity: 'any' });
  const [page, setPage] = useState(1);
  const [chosen, setChosen] = useState<readonly Student[]>([]);
  const [isWriting, setWriting] = useState(false);
  const { data, error, refetch, isPlaceholderData } = useQuery(studentsOf(userId, filter, page));
  const courses = useInfiniteQuery(creatorCoursePages(userId, 'all')).data?.pages.flatMap((one) => one.courses) ?? [];
  const download = useAction({
    mutationFn: () => callForFile(getStudentsCsv),
    onSuccess: ({ file, name }) => saveFile(file, name ?? 'coursewright-students.csv'),
    onError: (failure) => toast('error', errorText(failure, t('Download failed. Please try again.'))),
  });
  if (error && !data) return <ErrorState title={t('Your students could not be loaded')} error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState label={t('Loading your students')} rows={6} />;
  const isFiltered = filter.course !== undefined || filter.activity === 'quiet';
  if (data.total === 0 && !isFiltered && !isPlaceholderData) return <StudentsView />;
  const narrow = (next: StudentFilter) => {
    setFilter(next);
    setPage(1);
  };
  const choose = (student: Student, isChosen: boolean) =>
    setChosen((before) => [...before.filter((one) => one.student_id !== student.student_id), ...(isChosen ? [student] : [])]);
  return (
    <SectionCard
      isFlush
      title={`${t('Your students')} (${formatNumber(data.people)})`}
      aside={data.total > data.people ? t('{n, plural, one {# course taken} other {# courses taken}}', { n: data.total }) : undefined}
      line={t('Names and progress are shown for students who agreed to it on the course page.')}
    >
      <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', alignItems: 'end', gap: 1.5, padding: 2, paddingBlockStart: 1 }}>
        <Box sx={{ flex: '1 1 12rem', maxWidth: '20rem' }}>
          <SelectField
            label={t('Course')}
            value={filter.course ?? ''}
            onChange={({ target }) => narrow({ activity: filter.activity, ...(target.value && { course: target.value }) })}
            options={[
              { value: '', label: t('All courses') },
              ...courses.map(({ id, title }) => ({ value: id, label: title, dir: 'auto' as const })),
            ]}
          />
        </Box>
        <Box sx={{ flex: '1 1 12rem', maxWidth: '20rem' }}>
          <SelectField
            label={t('Activity')}
            value={filter.activity}
            onChange={({ target }) => narrow({ ...filter, activity: target.value === 'quiet' ? 'quiet' : 'any' })}
            options={[
              { value: 'any', label: t('Any') },
              { value: 'quiet', label: t('Not active for {n} days', { n: QUIET_DAYS }) },
            ]}
          />
        </Box>
        <Button variant="contained" disabled={data.total === 0} onClick={() => setWriting(true)}>
          {chosen.length === 0 ? t('Message All') : t('Message the {n} chosen', { n: chosen.length })}
        </Button>
        <Button variant="outlined" color="inherit" aria-busy={download.isPending} onClick={() => download.mutate()}>
          {t('Download CSV')}
        </Button>
      </Stack>
      {data.total === 0 ? (
        <CardContent>{t('No student matches.')}</CardContent>
      ) : (
        <RowTable
          isInner
          label={t('Your students')}
          rows={data.students}
          keyOf={({ student_id: id }) => id}
          columns={[
            {
              name: t('Choose'),
              isAct: true,
              renderCell: (student) => (
                <Checkbox
                  size="small"
                  slotProps={{ input: { 'aria-label': t('Choose {name}', { name: nameOf(student) }) } }}
                  disabled={!student.receives_messages}
                  checked={chosen.some((one) => one.student_id === student.student_id)}
                  onChange={({ target }) => choose(student, target.checked)}
                />
              ),
            },
            {
              name: t('Student'),
              renderCell: (student) => (
                <>
                  <bdi>{nameOf(student)}</bdi>
                  {!student.receives_messages && ` · ${t('wants no messages')}`}
                </>
              ),
            },
            { name: t('Course'), renderCell: ({ course }) => <bdi>{course.title}</bdi> },
            { name: t('Since'), renderCell: (student) => formatDate(student.enrolled_at) },
            { name: t('Last active'), renderCell: ({ last_active_at: at }) => (at === null ? '–' : formatWhen(at)) },
            {
              name: t('Progress'),
              isFigure: true,
              isBeside: true,
              renderCell: ({ progress }) => (progress === null ? '–' : t('{n}%', { n: formatNumber(progress) })),
            },
          ]}
        />
      )}
      <PageButtons page={page} pages={Math.ceil(data.total / STUDENTS_PER_PAGE)} onPage={setPage} />
      {isWriting && (
        <MessageDialog
          students={chosen.length > 0 ? chosen : data.students}
          isToChosen={chosen.length > 0}
          onClose={() => setWriting(false)}
          onSent={() => {
            setWriting(false);
            setChosen([]);
          }}
        />
      )}
    </SectionCard>
  );
}

const nameOf = (student: Student): string => student.name ?? t('Name not shown');
