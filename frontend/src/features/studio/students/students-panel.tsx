import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { getStudentsCsv, STUDENTS_PER_PAGE, type Student } from '#contract/market/students.contract.ts';
import { callForFile } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { formatDate, formatNumber, formatWhen } from '#frontend/lib/format.ts';
import { saveFile } from '#frontend/lib/save-file.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { ColumnHeads, DataTable } from '#frontend/ui/data-table.tsx';
import { RuledSection } from '#frontend/ui/ruled-section.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { StudentsView } from '../figures/students-view.tsx';
import { MessageDialog } from './message-dialog.tsx';
import { studentsOf } from './student-queries.ts';

const Table = styled(DataTable)({
  '& th, & td': { padding: '8px', textAlign: 'start', fontWeight: 400 },
  '& tbody th, & td:nth-of-type(2)': { minWidth: '8rem' },
  '& .figure': { textAlign: 'end', whiteSpace: 'nowrap' },
  '& td:nth-of-type(n + 3)': { whiteSpace: 'nowrap' },
  '& input': { width: 24, height: 24 },
});
const Actions = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 12, marginBlock: 12 });
const Note = styled('p')(({ theme }) => ({ ...theme.typography.body2, color: theme.vars.palette.text.secondary, maxWidth: '60ch' }));

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
  const pages = Math.ceil(data.total / STUDENTS_PER_PAGE);
  const choose = (student: Student, isChosen: boolean) =>
    setChosen((before) => [...before.filter((one) => one.student_id !== student.student_id), ...(isChosen ? [student] : [])]);
  return (
    <RuledSection title={t('Your students')} aside={t('Enrolments: {n}', { n: formatNumber(data.total) })}>
      <Note>{t('Name and progress are shown of those who agreed to it on the page of the course.')}</Note>
      <Actions>
        <Button variant="contained" onClick={() => setWriting(true)}>
          {chosen.length === 0 ? t('Message All') : t('Message the {n} chosen', { n: chosen.length })}
        </Button>
        <Button variant="outlined" color="inherit" aria-busy={download.isPending} onClick={() => download.mutate()}>
          {t('Download CSV')}
        </Button>
      </Actions>
      <Table label={t('Your students')}>
        <ColumnHeads columns={[t('Choose'), t('Student'), t('Course'), t('Since'), t('Last active')]} figures={[t('Progress')]} />
        <tbody>
          {data.students.map((student) => (
            <tr key={student.student_id}>
              <td>
                <input
                  type="checkbox"
                  aria-label={t('Choose {name}', { name: nameOf(student) })}
                  disabled={!student.receives_messages}
                  checked={chosen.some((one) => one.student_id === student.student_id)}
                  onChange={({ target }) => choose(student, target.checked)}
                />
              </td>
              <th scope="row">
                <bdi>{nameOf(student)}</bdi>
                {!student.receives_messages && ` · ${t('wants no messages')}`}
              </th>
              <td dir="auto">{student.course.title}</td>
              <td>{formatDate(student.enrolled_at)}</td>
              <td>{student.last_active_at === null ? '–' : formatWhen(student.last_active_at)}</td>
              <td className="figure">{student.progress === null ? '–' : t('{n}%', { n: formatNumber(student.progress) })}</td>
            </tr>
          ))}
        </tbody>
      </Table>
      {pages > 1 && (
        <Actions>
          <Button color="inherit" disabled={page === 1} onClick={() => setPage(page - 1)}>
            {t('Previous page')}
          </Button>
          <Button color="inherit" disabled={page === pages} onClick={() => setPage(page + 1)}>
            {t('Next page')}
          </Button>
        </Actions>
      )}
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
    </RuledSection>
  );
}

const nameOf = (student: Student): string => student.name ?? t('Name not shown');
