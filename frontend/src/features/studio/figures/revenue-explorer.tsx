import { lazy, Suspense, useState } from 'react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import CardContent from '@mui/material/CardContent';
import List from '@mui/material/List';
import ListItemButton from '@mui/material/ListItemButton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import {
  getSaleMovementsCsv,
  type RevenueBucket,
  type SaleMovement,
  MOVEMENTS_PER_PAGE,
} from '#contract/studio/creator-movements.contract.ts';
import { callForFile } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { formatCalendarDay, formatDollars, formatNumber, formatWhen } from '#frontend/lib/format.ts';
import { ownTimeZone } from '#frontend/lib/own-time-zone.ts';
import { saveFile } from '#frontend/lib/save-file.ts';
import { formulaWords } from '#frontend/lib/formula-words.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { SectionCard } from '#frontend/ui/cards/section-card.tsx';
import { SelectField } from '#frontend/ui/fields/select-field.tsx';
import { FormulaText } from '#frontend/ui/formula-text.tsx';
import { LinkButton } from '#frontend/ui/link.tsx';
import { PageButtons } from '#frontend/ui/list/page-buttons.tsx';
import { RowTable } from '#frontend/ui/list/row-table.tsx';
import { MetaLine } from '#frontend/ui/meta-line.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { creatorCoursePages } from '../courses/creator-course-queries.ts';
import { bucketWord, rangeOfDays, SPANS, spanWord, type Span } from './revenue-words.ts';
import { revenueOf, movementsOf, type RevenueQuery } from './revenue-queries.ts';

const RevenueChart = lazy(() => import('./revenue-chart.tsx'));

const OWN_ZONE = ownTimeZone() || 'UTC';
const ZONES = [
  ...new Set([
    OWN_ZONE,
    'UTC',
    'Europe/London',
    'Europe/Berlin',
    'America/New_York',
    'America/Los_Angeles',
    'Asia/Dubai',
    'Asia/Kolkata',
    'Asia/Tokyo',
  ]),
];

const ROW = { display: 'flex', justifyContent: 'space-between', columnGap: 2, width: '100%', textAlign: 'start' } as const;

/** Course revenue by course, channel, range and time zone, as a chart or a table. Every bar and every row opens its movements. */
export function RevenueExplorer({ userId }: { readonly userId: string }) {
  const [span, setSpan] = useState<Span>('month');
  const [tz, setZone] = useState(OWN_ZONE);
  const [course, setCourse] = useState('');
  const [channel, setChannel] = useState<'' | 'direct' | 'code'>('');
  const [open, setOpen] = useState<string | null>(null);
  const [isTable, setTable] = useState(false);
  const [now] = useState(() => new Date());
  const courses = useInfiniteQuery(creatorCoursePages(userId, 'all'));
  const query = { ...rangeOfDays(span, tz, now), tz, ...(course && { course }), ...(channel && { channel }) };
  const { data, error, refetch } = useQuery(revenueOf(userId, query));
  const download = useAction({
    mutationFn: () => callForFile(getSaleMovementsCsv, { query }),
    onSuccess: ({ file, name }) => saveFile(file, name ?? 'coursewright-movements.csv'),
    onError: (failure) => toast('error', errorText(failure, t('Download failed. Please try again.'))),
  });
  const own = courses.data?.pages.flatMap((page) => page.courses) ?? [];
  const shown = data?.buckets.filter((bar) => bar.sales + bar.refunds > 0) ?? [];
  const opened = shown.find(({ from }) => from === open);
  const toggle = ({ from }: RevenueBucket) => setOpen(from === open ? null : from);
  return (
    <SectionCard
      isFlush
      title={t('Sales in detail')}
      aside={
        shown.length > 0 && (
          <>
            <Button variant="outlined" color="inherit" size="small" onClick={() => setTable(!isTable)}>
              {isTable ? t('Show as chart') : t('Show as table')}
            </Button>{' '}
            <Button variant="outlined" color="inherit" size="small" aria-busy={download.isPending} onClick={() => download.mutate()}>
              {t('Download CSV')}
            </Button>
          </>
        )
      }
    >
      <Box
        sx={{
          display: 'grid',
          gap: 1.5,
          gridTemplateColumns: 'repeat(auto-fit, minmax(min(10rem, 100%), 1fr))',
          paddingInline: 2,
          paddingBlock: 1,
        }}
      >
        <SelectField
          label={t('Range')}
          value={span}
          onChange={({ target }) => setSpan(target.value as Span)}
          options={SPANS.map((value) => ({ value, label: spanWord(value) }))}
        />
        <SelectField
          label={t('Course')}
          value={course}
          onChange={({ target }) => setCourse(target.value)}
          options={[
            { value: '', label: t('All courses') },
            ...own.map(({ id, title }) => ({ value: id, label: formulaWords(title, undefined), dir: 'auto' as const })),
          ]}
        />
        <SelectField
          label={t('Channel')}
          value={channel}
          onChange={({ target }) => setChannel(target.value as typeof channel)}
          options={[
            { value: '', label: t('All channels') },
            { value: 'direct', label: t('At the listed price') },
            { value: 'code', label: t('With a code') },
          ]}
        />
        <SelectField
          label={t('Time zone')}
          value={tz}
          onChange={({ target }) => setZone(target.value)}
          options={ZONES.map((value) => ({ value, label: value.replaceAll('_', ' ') }))}
        />
      </Box>
      {!data ? (
        <CardContent>
          {error ? (
            <ErrorState title={t('Your sales could not be loaded')} error={error} onRetry={() => void refetch()} />
          ) : (
            <LoadingState label={t('Loading your sales')} rows={5} />
          )}
        </CardContent>
      ) : (
        <>
          <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', alignItems: 'baseline', columnGap: 1.5, padding: 2 }}>
            <Typography variant="h5" component="p">
              {formatDollars(data.total.revenue)}
            </Typography>
            <Typography variant="body2" color="textSecondary">
              {t('Sales: {sales}, refunds: {refunds}', {
                sales: formatNumber(data.total.sales),
                refunds: formatNumber(data.total.refunds),
              })}{' '}
              ·{' '}
              {t('{sum} in the previous period, {from} to {to}', {
                sum: formatDollars(data.before.revenue),
                from: formatCalendarDay(data.before.from),
                to: formatCalendarDay(data.before.to),
              })}
            </Typography>
          </Stack>
          {shown.length === 0 && (
            <Alert
              severity="info"
              sx={{ margin: 2, marginBlockStart: 0 }}
              action={
                <LinkButton to="/studio/courses" color="inherit" size="small">
                  {t('See your courses')}
                </LinkButton>
              }
            >
              {t('No sales in this period.')}
            </Alert>
          )}
          {shown.length > 0 && !isTable && (
            <CardContent sx={{ paddingBlock: 0.5 }}>
              <Suspense fallback={<LoadingState rows={5} />}>
                <RevenueChart buckets={data.buckets} onOpen={toggle} />
              </Suspense>
            </CardContent>
          )}
          {opened && !isTable && (
            <CardContent sx={{ paddingBlock: 0.5 }}>
              <Typography variant="subtitle2" component="h3">
                <MetaLine facts={[bucketWord(opened), formatDollars(opened.revenue)]} />
              </Typography>
              <Movements key={opened.from} userId={userId} query={{ ...query, ...daysOf(opened) }} />
            </CardContent>
          )}
          {isTable && (
            <List>
              {shown.map((bar) => (
                <li key={bar.from}>
                  <ListItemButton
                    component="button"
                    aria-expanded={bar === opened}
                    selected={bar === opened}
                    onClick={() => toggle(bar)}
                    sx={ROW}
                  >
                    <span>{bucketWord(bar)}</span>
                    <Typography variant="h6" component="span">
                      {formatDollars(bar.revenue)}
                    </Typography>
                  </ListItemButton>
                  {bar === opened && <Movements userId={userId} query={{ ...query, ...daysOf(bar) }} />}
                </li>
              ))}
            </List>
          )}
          {data.has_samples && (
            <Typography variant="body2" color="textSecondary" sx={{ padding: 2 }}>
              {t('Sample data: these sales are fictional.')}
            </Typography>
          )}
        </>
      )}
    </SectionCard>
  );
}

const daysOf = ({ from, to }: RevenueBucket) => ({ from, to });

const movementWord = ({ kind }: SaleMovement): string =>
  ({
    sale: t('Sale'),
    refund: t('Refund'),
    disputed: t('Disputed at a bank'),
    released: t('Dispute won: released'),
    lost: t('Dispute lost: taken back'),
  })[kind];

/** The sales, refunds and disputes that make up a bar. */
function Movements({ userId, query }: { readonly userId: string; readonly query: RevenueQuery }) {
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useQuery(movementsOf(userId, query, page));
  if (error && !data) return <ErrorState title={t('Your sales could not be loaded')} error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState label={t('Loading your sales')} rows={3} />;
  return (
    <>
      <RowTable
        isInner
        label={t('Transactions')}
        rows={data.movements}
        keyOf={(one) => one.movement_id}
        columns={[
          { name: t('When'), renderCell: (one) => formatWhen(one.at) },
          { name: t('What'), renderCell: movementWord },
          {
            name: t('Course'),
            renderCell: (one) => (
              <bdi>
                <FormulaText text={one.course?.title ?? '–'} dir="rtl" />
              </bdi>
            ),
          },
          { name: t('Code'), renderCell: (one) => one.code ?? '–' },
          { name: t('Paid'), isFigure: true, renderCell: (one) => (one.paid === null ? '–' : formatDollars(one.paid)) },
          { name: t('Your share'), isFigure: true, renderCell: (one) => (one.held === 0 ? formatDollars(one.change) : '–') },
          { name: t('On hold'), isFigure: true, renderCell: (one) => (one.held === 0 ? '–' : formatDollars(one.held)) },
        ]}
        sums={[t('Total'), null, null, null, null, formatDollars(data.sum), null]}
      />
      <PageButtons page={page} pages={Math.ceil(data.total / MOVEMENTS_PER_PAGE)} onPage={setPage} />
    </>
  );
}
