import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { StudentProgress } from '#contract/classes/assignments.contract.ts';
import type { Class } from '#contract/classes/classes.contract.ts';
import { formatNumber, formatTokenCount, formatWhen } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { FactStrip } from '#frontend/ui/fact-strip.tsx';
import { FacedName } from '#frontend/ui/faces.tsx';
import { PagedList } from '#frontend/ui/list/paged-list.tsx';
import { RowTable } from '#frontend/ui/list/row-table.tsx';
import { EmptyState } from '#frontend/ui/states/empty-state.tsx';
import { RuledSection } from '#frontend/ui/ruled-section.tsx';
import { classReport } from './class-queries.ts';

interface ClassReportProps {
  readonly userId: string;
  readonly group: Class;
}

/** The number of right first answers: '8 of 10'; words if nothing was answered. */
export const rightWords = ({ answered, right }: Pick<StudentProgress, 'answered' | 'right'>): string =>
  answered === 0 ? t('None yet') : t('{n} of {all}', { n: formatNumber(right), all: formatNumber(answered) });

export const activeWords = (at: string | null): string => (at === null ? t('Not yet') : formatWhen(at));

/** The progress of a class and of each student. */
export function ClassReport({ userId, group }: ClassReportProps) {
  const pages = useInfiniteQuery(classReport(userId, group.class_id));
  const totals = pages.data?.pages[0]?.totals;
  return (
    <RuledSection
      title={t('Progress of the class')}
      aside={
        <Link href={`/api/classes/${encodeURIComponent(group.class_id)}/report.csv`} download>
          {t('Download as CSV')}
        </Link>
      }
    >
      <Stack sx={{ gap: 2, paddingBlockStart: 2 }}>
        {totals && (
          <FactStrip
            facts={[
              {
                name: t('Completed'),
                figure: t('{n} of {all}', { n: formatNumber(totals.completed), all: formatNumber(totals.assigned) }),
                note: t('Assignments of all students'),
              },
              {
                name: t('Overdue'),
                figure: formatNumber(totals.overdue),
                ...(totals.late > 0 && {
                  note: t('{n, plural, one {# was completed late} other {# were completed late}}', { n: totals.late }),
                }),
              },
              {
                name: t('Tokens this month'),
                figure: formatTokenCount(group.tokens_this_month ?? 0),
                ...(group.tokens_all !== null && { note: t('of {n}', { n: formatNumber(group.tokens_all) }) }),
              },
            ]}
          />
        )}
        <PagedList
          pages={pages}
          rowsOf={(page) => page.students}
          failed={t('The report could not be loaded')}
          loading={t('Loading the report')}
          empty={
            <EmptyState subject="people" title={t('No students yet')}>
              {t('Add students under People. Their progress appears here.')}
            </EmptyState>
          }
        >
          {(rows, list) => (
            <RowTable
              label={t('Students')}
              rows={rows}
              keyOf={({ user_id }) => user_id}
              list={list}
              columns={[
                { name: t('Student'), renderCell: ({ name, user_id: id }) => <FacedName name={name} userId={id} /> },
                {
                  name: t('Completed'),
                  isFigure: true,
                  isBeside: true,
                  renderCell: ({ completed, assigned }) => t('{n} of {all}', { n: formatNumber(completed), all: formatNumber(assigned) }),
                },
                { name: t('Overdue'), isFigure: true, renderCell: ({ overdue }) => formatNumber(overdue) },
                { name: t('Late'), isFigure: true, renderCell: ({ late }) => formatNumber(late) },
                { name: t('Right first time'), isFigure: true, renderCell: rightWords },
                { name: t('Tokens this month'), isFigure: true, renderCell: ({ tokens_this_month: spent }) => formatTokenCount(spent) },
                { name: t('Last active'), isWhole: true, renderCell: ({ last_active_at: at }) => activeWords(at) },
              ]}
            />
          )}
        </PagedList>
      </Stack>
    </RuledSection>
  );
}
