import type { ComponentProps } from 'react';
import type { AtVendors } from '#contract/operator/batches.contract.ts';
import { formatNumber, formatStamp } from '#frontend/lib/format.ts';
import { LANE_NAMES } from '#frontend/lib/service-names.ts';
import { t } from '#frontend/lib/text.ts';
import { RuledSection } from '#frontend/ui/ruled-section.tsx';
import { ConsoleTable, Mark, Quiet, type Column } from '../parts/console-table.tsx';
import { NO_VALUE } from '../parts/figures.ts';

type VendorBatch = AtVendors['vendor_batches'][number];

// must not push the figures out of the page
const Long = (props: ComponentProps<typeof Quiet>) => <Quiet sx={{ overflowWrap: 'anywhere' }} {...props} />;

/** A batch's requests at the vendors' batch services, and since when they have been there. */
export function AtVendorsSection({ at }: { readonly at: AtVendors }) {
  const { gathering, gathering_since: since, vendor_batches: batches } = at;
  return (
    <RuledSection title={t('At the vendors’ batch services')}>
      {gathering > 0 && since !== null && (
        <p role="status">
          {t(
            '{n, plural, one {# call has been waiting since {when} to be sent with others.} other {# calls have been waiting since {when} to be sent together.}}',
            { n: gathering, when: formatStamp(since) },
          )}
        </p>
      )}
      {batches.length > 0 && (
        <ConsoleTable label={t('At the vendors’ batch services')} columns={columns()} rows={batches} keyOf={({ id }) => id} isInner />
      )}
    </RuledSection>
  );
}

const columns = (): Column<VendorBatch>[] => [
  {
    id: 'service',
    name: t('Service'),
    cell: (batch) => (
      <>
        {LANE_NAMES[batch.service]} {batch.vendor_id !== null && <Long dir="ltr">{batch.vendor_id}</Long>}
      </>
    ),
  },
  {
    id: 'state',
    name: t('State'),
    cell: (batch) => (
      <>
        {stateWord(batch)} {batch.vendor_state !== null && <Quiet lang="en">{batch.vendor_state}</Quiet>}{' '}
        {batch.problem !== null && <Mark lang="en">{batch.problem}</Mark>}
        {batch.failed > 0 && (
          <>
            <br />
            <Quiet>{t('{n} of them are sent individually instead', { n: formatNumber(batch.failed) })}</Quiet>
          </>
        )}
      </>
    ),
  },
  { id: 'since', name: t('Since'), isWhole: true, cell: (batch) => formatStamp(batch.ended_at ?? batch.submitted_at ?? batch.created_at) },
  {
    id: 'looked_at',
    name: t('Last checked'),
    isWhole: true,
    cell: ({ looked_at: at }) => (at === null ? NO_VALUE : formatStamp(at)),
  },
  { id: 'calls', name: t('Calls'), isFigure: true, cell: (batch) => formatNumber(batch.calls) },
  { id: 'answered', name: t('Answered'), isFigure: true, cell: (batch) => formatNumber(batch.answered) },
  { id: 'failed', name: t('Failed'), isFigure: true, cell: (batch) => formatNumber(batch.failed) },
];

const stateWord = ({ state, is_cancelled: isCancelled, calls, failed }: VendorBatch): string => {
  if (isCancelled && state !== 'failed')
    return state === 'ended' ? t('cancelled at the AI service') : t('being cancelled at the AI service');
  if (state === 'ended' && failed > 0 && failed === calls) return t('ended without an answer');
  return {
    submitting: t('being submitted'),
    submitted: t('waiting at the AI service'),
    ended: t('answers collected'),
    failed: t('rejected by the AI service'),
  }[state];
};
