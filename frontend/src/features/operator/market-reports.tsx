import { useState } from 'react';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { MARKET_TEXT_LENGTH } from '#contract/market/market.contract.ts';
import { decideOnCourse, listMarketReports, type ReportedCourse } from '#contract/market/moderation.contract.ts';
import type { BodyOf } from '#contract/platform/endpoint.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { formatDate } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { FormActions, FormDialog } from '#frontend/ui/dialogs/form-dialog.tsx';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { FormulaText } from '#frontend/ui/formula-text.tsx';
import { TextLink } from '#frontend/ui/link.tsx';
import { Entry, EntryList } from '#frontend/ui/list/entry-list.tsx';
import { RuledSection } from '#frontend/ui/ruled-section.tsx';
import { EmptyState } from '#frontend/ui/states/empty-state.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { reportReasonWord } from './report-words.ts';

const reports = () =>
  queryOptions({ queryKey: ['market-reports'], queryFn: async ({ signal }) => (await call(listMarketReports, { signal })).courses });

/** Courses reported by users, and courses that were taken down. */
export function MarketReports() {
  const { data, error, refetch } = useQuery(reports());
  if (error && !data) return <ErrorState title={t('The reports could not be loaded')} error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState label={t('Loading the reports')} rows={3} />;
  const waiting = data.filter((one) => one.reports.length > 0);
  const taken = data.filter((one) => one.reports.length === 0);
  return (
    <>
      {waiting.length === 0 ? <EmptyState subject="done" title={t('Nothing is waiting for you')} /> : <CourseRows courses={waiting} />}
      {taken.length > 0 && (
        <RuledSection title={t('Taken down')}>
          <CourseRows courses={taken} />
        </RuledSection>
      )}
    </>
  );
}

function CourseRows({ courses }: { readonly courses: readonly ReportedCourse[] }) {
  return (
    <EntryList>
      {courses.map((course) => (
        <Reported key={course.course_id} course={course} />
      ))}
    </EntryList>
  );
}

const failedWords = (decision: BodyOf<typeof decideOnCourse>['decision']): string =>
  ({
    take_down: () => t('The course could not be taken down.'),
    restore: () => t('The course could not be restored.'),
    dismiss: () => t('The reports could not be dismissed.'),
  })[decision]();

function Reported({ course }: { readonly course: ReportedCourse }) {
  const cache = useQueryClient();
  const [isWriting, setWriting] = useState(false);
  const decide = useAction({
    mutationFn: (body: BodyOf<typeof decideOnCourse>) => call(decideOnCourse, { params: { course_id: course.course_id }, body }),
    onSuccess: ({ courses }) => cache.setQueryData(reports().queryKey, courses),
    onError: (error, { decision }) => toast('error', errorText(error, failedWords(decision))),
  });
  const isDown = course.taken_down_reason !== null;
  return (
    <Entry
      mark={course.reports.length > 0 ? 'attention' : undefined}
      title={
        <TextLink to="/market/$courseId" params={{ courseId: course.course_id }}>
          <bdi>
            <FormulaText text={course.title} dir="rtl" />
          </bdi>
        </TextLink>
      }
      lines={[
        <>
          <bdi>{course.creator}</bdi> · {t('{n, plural, one {# student} other {# students}}', { n: course.students })}
        </>,
        ...(isDown ? [t('Taken down: {reason}', { reason: course.taken_down_reason ?? '' })] : []),
        ...course.reports.flatMap((report) => [
          `${reportReasonWord(report.reason)} · ${formatDate(report.reported_at)}`,
          ...(report.text === ''
            ? []
            : [
                <Box key={report.reported_at} component="span" sx={{ whiteSpace: 'pre-line' }}>
                  {report.text}
                </Box>,
              ]),
        ]),
      ]}
      actions={
        <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', gap: 1 }}>
          {isDown ? (
            <Button size="small" color="inherit" aria-busy={decide.isPending} onClick={() => decide.mutate({ decision: 'restore' })}>
              {t('Allow publishing again')}
            </Button>
          ) : (
            <Button size="small" color="error" onClick={() => setWriting(true)}>
              {t('Take down…')}
            </Button>
          )}
          {course.reports.length > 0 && (
            <Button size="small" color="inherit" aria-busy={decide.isPending} onClick={() => decide.mutate({ decision: 'dismiss' })}>
              {t('Dismiss the reports')}
            </Button>
          )}
        </Stack>
      }
    >
      {isWriting && (
        <TakeDownDialog
          title={course.title}
          isSending={decide.isPending}
          onClose={() => setWriting(false)}
          onSend={(reason) => decide.mutate({ decision: 'take_down', reason }, { onSuccess: () => setWriting(false) })}
        />
      )}
    </Entry>
  );
}

interface TakeDownProps {
  readonly title: string;
  readonly isSending: boolean;
  readonly onClose: () => void;
  readonly onSend: (reason: string) => void;
}

function TakeDownDialog({ title, isSending, onClose, onSend }: TakeDownProps) {
  const [reason, setReason] = useState('');
  return (
    <FormDialog
      title={t('Remove “{title}” from the marketplace?', { title })}
      onClose={onClose}
      onSubmit={() => reason.trim() && onSend(reason)}
      actions={<FormActions label={t('Take down')} isDestructive isDisabled={!reason.trim()} isPending={isSending} onClose={onClose} />}
    >
      <p>
        {t(
          'Buyers keep the course. Its creator receives the reason by email, and the action is recorded in the audit log under your name.',
        )}
      </p>
      <TextField
        label={t('Reason, as the creator will read it')}
        multiline
        minRows={3}
        maxLength={MARKET_TEXT_LENGTH}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
    </FormDialog>
  );
}
