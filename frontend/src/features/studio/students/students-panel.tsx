import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import Stack from '@mui/material/Stack';
import { getStudentsCsv, STUDENTS_PER_PAGE, type Student } from '#contract/market/students.contract.ts';
import { callForFile } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { formatDate, formatNumber, formatWhen } from '#frontend/lib/format.ts';
import { saveFile } from '#frontend/lib/save-file.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { SectionCard } from '#frontend/ui/cards/section-card.tsx';
import { PageButtons } from '#frontend/ui/list/page-buttons.tsx';
import { RowTable } from '#frontend/ui/list/row-table.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { StudentsView } from '../figures/students-view.tsx';
import { MessageDialog } from './message-dialog.tsx';
import { studentsOf } from './student-queries.ts';

/** The students of the creator's courses, and buttons to write to them (CRE-17). */
export function StudentsPanel({ userId }: { readonly userId: string }) {
  const [page, setPage] = useState(1);
  const [chosen, setChosen] = useState<readonly Student[]>([]);
  const [isWriting, setWriting] = useState(false);
  const { data, error, refetch } = useQuery(studentsOf(userId, page));
  const download = useAction({
    mutationFn: () => callForFile(getStudentsCsv),
    onSuccess: ({ file, name }) => saveFile(file, name ?? 'coursewright-students.csv'),
    onError: (failure) => toast('error', errorText(failure, t('Download failed. Please try again.'))),
  });
  if (error && !data) return <ErrorState title={t('Your students could not be loaded')} error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState label={t('Loading your students')} rows={6} />;
  if (data.total === 0) return <StudentsView />;
  const choose = (student: Student, isChosen: boolean) =>
    setChosen((before) => [...before.filter((one) => one.student_id !== student.student_id), ...(isChosen ? [student] : [])]);
  return (
    <SectionCard
      isFlush
      title={t('Your students')}
      line={t('Names and progress are shown for students who agreed to it on the course page.')}
      aside={t('Enrolments: {n}', { n: formatNumber(data.total) })}
    >
      <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', gap: 1.5, padding: 2, paddingBlockStart: 1 }}>
        <Button variant="contained" onClick={() => setWriting(true)}>
          {chosen.length === 0 ? t('Message All') : t('Message the {n} chosen', { n: chosen.length })}
        </Button>
        <Button variant="outlined" color="inherit" aria-busy={download.isPending} onClick={() => download.mutate()}>
          {t('Download CSV')}
        </Button>
      </Stack>
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
            renderCell: ({ progress }) => (progress === null ? '–' : t('{n}%', { n: formatNumber(progress) })),
          },
        ]}
      />
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
