import { useState, useId } from 'react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import CardContent from '@mui/material/CardContent';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { MARKET_TEXT_LENGTH } from '#contract/market/market.contract.ts';
import {
  getStudentsCsv,
  QUIET_DAYS,
  STUDENTS_PER_PAGE,
  type Student,
  MESSAGE_SUBJECT_LENGTH,
  MESSAGES_A_DAY,
} from '#contract/market/students.contract.ts';
import { callForFile } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { formatDate, formatNumber, formatWhen } from '#frontend/lib/format.ts';
import { formulaWords } from '#frontend/lib/formula-words.ts';
import { saveFile } from '#frontend/lib/save-file.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { SectionCard } from '#frontend/ui/cards/section-card.tsx';
import { FormActions, FormDialog } from '#frontend/ui/dialogs/form-dialog.tsx';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { FilterMenu, FilterRow, FilterToggle } from '#frontend/ui/fields/filter-chips.tsx';
import { SelectField } from '#frontend/ui/fields/select-field.tsx';
import { FormulaText } from '#frontend/ui/formula-text.tsx';
import { LinkButton } from '#frontend/ui/link.tsx';
import { PageButtons } from '#frontend/ui/list/page-buttons.tsx';
import { RowTable } from '#frontend/ui/list/row-table.tsx';
import { MetaLine } from '#frontend/ui/meta-line.tsx';
import { EmptyState } from '#frontend/ui/states/empty-state.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { enrolmentsWord, studentsWord } from '../courses/course-words.ts';
import { StaleNote } from '../figures/stale-note.tsx';
import { creatorCoursePages } from '../courses/creator-course-queries.ts';
import { studentsOf, type StudentFilter, useMessage } from './student-queries.ts';

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
    <>
      {error && <StaleNote error={error} onRetry={() => void refetch()} />}
      <SectionCard
        isFlush
        title={t('Your students')}
        line={
          <>
            <Typography component="div" variant="subtitle2" color="textPrimary">
              <MetaLine facts={[studentsWord(data.people), enrolmentsWord(data.total)]} />
            </Typography>
            {t('Each student is counted once. Each of their courses is an enrolment with its own row.')}{' '}
            {t('Names and progress are shown for students who agreed to this on the course page.')}{' '}
            {data.students.some((student) => student.is_sample) && t('Some of them are sample data.')}
          </>
        }
      >
        <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 1.5, padding: 2, paddingBlockStart: 1 }}>
          <FilterRow style={{ flex: 1 }}>
            <FilterMenu
              label={t('Course')}
              all={t('All courses')}
              value={filter.course ?? ''}
              options={courses.map(({ id, title }) => ({ value: id, label: formulaWords(title, undefined), dir: 'auto' as const }))}
              onChange={(course) => narrow({ activity: filter.activity, ...(course && { course }) })}
            />
            <FilterToggle
              label={t('Inactive for {n} days', { n: QUIET_DAYS })}
              isOn={filter.activity === 'quiet'}
              onChange={(isQuiet) => narrow({ ...filter, activity: isQuiet ? 'quiet' : 'any' })}
            />
          </FilterRow>
          <Button variant="outlined" color="inherit" disabled={data.total === 0} onClick={() => setWriting(true)}>
            {chosen.length === 0 ? t('Message All') : t('Message {n} selected', { n: chosen.length })}
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
            label={t('Enrolments')}
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
                    {!student.receives_messages && ` · ${t('does not want messages')}`}
                  </>
                ),
              },
              {
                name: t('Course'),
                renderCell: ({ course }) => (
                  <bdi>
                    <FormulaText text={course.title} dir="rtl" />
                  </bdi>
                ),
              },
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
    </>
  );
}

const nameOf = (student: Student): string => student.name ?? t('Name not shown');

/** The students' screen before there are any (CRE-17). */
export function StudentsView() {
  const why = useId();
  return (
    <EmptyState
      subject="people"
      title={t('Student Analytics Coming Soon')}
      actions={
        <>
          <LinkButton to="/studio/courses" variant="contained">
            {t('See your courses')}
          </LinkButton>
          <Button variant="outlined" color="inherit" disabled aria-describedby={why}>
            {t('Message All')}
          </Button>
          <Typography id={why} variant="body2" color="textSecondary" sx={{ alignSelf: 'center' }}>
            {t('You cannot send messages yet, because you have no list of students.')}
          </Typography>
        </>
      }
    >
      {t('The overview shows how many students you have and when they joined.')}
    </EmptyState>
  );
}

interface MessageDialogProps {
  /** The selected students, or those on the page; their courses are offered. */
  readonly students: readonly Student[];
  readonly isToChosen: boolean;
  readonly onClose: () => void;
  readonly onSent: () => void;
}

/** Writes a message to the students of one course: to all, or to the selected ones. */
function MessageDialog({ students, isToChosen, onClose, onSent }: MessageDialogProps) {
  const courses = [...new Map(students.map(({ course }) => [course.id, course])).values()];
  const [courseId, setCourseId] = useState(courses[0]!.id);
  const [subject, setSubject] = useState('');
  const [text, setText] = useState('');
  // retries reuse the id, so they send one message
  const [messageId] = useState(() => crypto.randomUUID());
  const send = useMessage(onSent);
  const to = students.filter(({ course }) => course.id === courseId).map((one) => one.student_id);
  return (
    <FormDialog
      title={t('Message to students')}
      onClose={onClose}
      onSubmit={() =>
        subject.trim() &&
        text.trim() &&
        send.mutate({ courseId, message_id: messageId, subject, text, ...(isToChosen && { student_ids: to }) })
      }
      actions={
        <FormActions label={t('Send message')} isDisabled={!subject.trim() || !text.trim()} isPending={send.isPending} onClose={onClose} />
      }
    >
      <Stack sx={{ gap: 1.5 }}>
        <SelectField
          label={t('Students of')}
          value={courseId}
          onChange={({ target }) => setCourseId(target.value)}
          options={courses.map(({ id, title }) => ({ value: id, label: formulaWords(title, undefined), dir: 'auto' as const }))}
        />
        <Typography>
          {isToChosen ? t('To the {n} chosen of this course.', { n: to.length }) : t('To all students of this course.')}
        </Typography>
        <TextField
          label={t('Subject')}
          maxLength={MESSAGE_SUBJECT_LENGTH}
          value={subject}
          onChange={({ target }) => setSubject(target.value)}
        />
        <TextField
          label={t('Message')}
          multiline
          minRows={5}
          maxLength={MARKET_TEXT_LENGTH}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <Typography variant="body2" color="textSecondary">
          {t('It appears in the product and is emailed to learners who want emails. You can send {n} messages a day.', {
            n: MESSAGES_A_DAY,
          })}
        </Typography>
      </Stack>
    </FormDialog>
  );
}
