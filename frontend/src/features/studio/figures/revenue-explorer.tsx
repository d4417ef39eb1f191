import { useState } from 'react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { getSaleMovementsCsv, type RevenueBucket } from '#contract/studio/creator-movements.contract.ts';
import { callForFile } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { formatDollars, formatNumber } from '#frontend/lib/format.ts';
import { saveFile } from '#frontend/lib/save-file.ts';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { SelectField } from '#frontend/ui/fields/select-field.tsx';
import { RuledSection } from '#frontend/ui/ruled-section.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { creatorCoursePages } from '../courses/creator-course-queries.ts';
import { Movements } from './movements.tsx';
import { dayWord, rangeOfDays, SPANS, spanWord, type Span } from './revenue-words.ts';
import { revenueOf } from './revenue-queries.ts';

const Controls = styled('div')({
  display: 'grid',
  gap: 12,
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(11rem, 100%), 1fr))',
  '& > *, & select': { minWidth: 0, maxWidth: '100%' },
  marginBlock: 16,
});
const Note = styled('p')(({ theme }) => ({ ...theme.typography.body2, color: theme.vars.palette.text.secondary, margin: '8px 0' }));
const Bars = styled('ol')({ listStyle: 'none', margin: '12px 0', padding: 0 });
/** The bar is behind the text of its row; the whole row is clickable. */
const Row = styled('button')(({ theme }) => ({
  font: 'inherit',
  color: 'inherit',
  width: '100%',
  minHeight: 32,
  padding: 0,
  border: 0,
  background: 'none',
  cursor: 'pointer',
  display: 'grid',
  gridTemplateColumns: '8.5rem minmax(0, 1fr) 6.5rem',
  // with text twice as large the three are stacked
  '@media (max-width: 30rem)': {
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: 2,
    paddingBlock: 6,
    '& > :last-child': { textAlign: 'start' },
  },
  gap: 12,
  alignItems: 'center',
  textAlign: 'start',
  '&:hover, &[aria-expanded="true"]': { backgroundColor: theme.vars.palette.background.paper },
  '& > :last-child': { textAlign: 'end', whiteSpace: 'nowrap' },
}));
const Bar = styled('span')(({ theme }) => ({
  display: 'block',
  height: 14,
  backgroundColor: theme.vars.palette.primary.main,
  '&[data-negative]': { backgroundColor: theme.vars.palette.error.main },
}));

const OWN_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
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

/** Course revenue by course, channel, range and time zone. Every bar opens its movements. */
export function RevenueExplorer({ userId }: { readonly userId: string }) {
  const [span, setSpan] = useState<Span>('month');
  const [tz, setZone] = useState(OWN_ZONE);
  const [course, setCourse] = useState('');
  const [channel, setChannel] = useState<'' | 'direct' | 'code'>('');
  const [open, setOpen] = useState<string | null>(null);
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
  const highest = Math.max(0.01, ...shown.map(({ revenue }) => Math.abs(revenue)));
  return (
    <RuledSection title={t('Sales in detail')}>
      <Controls>
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
            ...own.map(({ id, title }) => ({ value: id, label: title, dir: 'auto' as const })),
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
      </Controls>
      {error && !data ? (
        <ErrorState title={t('Your sales could not be loaded')} error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <LoadingState label={t('Loading your sales')} rows={5} />
      ) : (
        <>
          {data.has_samples && (
            <Note>{t('Sample data: these sales were made up for this installation, so that there is something to see.')}</Note>
          )}
          <p>
            <strong>{formatDollars(data.total.revenue)}</strong>{' '}
            {t('Sales: {sales}, refunds: {refunds}', { sales: formatNumber(data.total.sales), refunds: formatNumber(data.total.refunds) })}{' '}
            ·{' '}
            {t('{sum} from {from} to {to}, the same days before', {
              sum: formatDollars(data.before.revenue),
              from: dayWord(data.before.from),
              to: dayWord(data.before.to),
            })}
          </p>
          {shown.length === 0 && <Note>{t('Nothing was sold in this range.')}</Note>}
          <Bars>
            {shown.map((bar) => (
              <li key={bar.from}>
                <Row type="button" aria-expanded={open === bar.from} onClick={() => setOpen(open === bar.from ? null : bar.from)}>
                  <span>{bar.from === bar.to ? dayWord(bar.from) : `${dayWord(bar.from)} – ${dayWord(bar.to)}`}</span>
                  <Bar data-negative={bar.revenue < 0 || undefined} style={{ width: `${(100 * Math.abs(bar.revenue)) / highest}%` }} />
                  <span>{formatDollars(bar.revenue)}</span>
                </Row>
                {open === bar.from && <Movements userId={userId} query={{ ...query, ...daysOf(bar) }} />}
              </li>
            ))}
          </Bars>
          <Button variant="outlined" color="inherit" aria-busy={download.isPending} onClick={() => download.mutate()}>
            {t('Download CSV')}
          </Button>
        </>
      )}
    </RuledSection>
  );
}

const daysOf = ({ from, to }: RevenueBucket) => ({ from, to });
