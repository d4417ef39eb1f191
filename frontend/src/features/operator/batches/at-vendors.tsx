import { styled } from '@mui/material/styles';
import type { AtVendors } from '#contract/operator/batches.contract.ts';
import { formatNumber, formatWhen } from '#frontend/lib/format.ts';
import { SERVICE_NAMES } from '#frontend/lib/service-names.ts';
import { t } from '#frontend/lib/text.ts';
import { ColumnHeads } from '#frontend/ui/data-table.tsx';
import { RuledSection } from '#frontend/ui/ruled-section.tsx';
import { ConsoleTable, Mark, Quiet } from '../parts/console-table.tsx';
import { NO_VALUE } from '../parts/figures.ts';

type VendorBatch = AtVendors['vendor_batches'][number];

// both are long: they must not push the figures out of the page
const Problem = styled(Mark)({ whiteSpace: 'normal' });
const Id = styled(Quiet)({ overflowWrap: 'anywhere' });

/** What a batch has at the vendors' batch services, and since when. */
export function AtVendorsSection({ at }: { readonly at: AtVendors }) {
  const { gathering, gathering_since: since, vendor_batches: batches } = at;
  return (
    <RuledSection title={t('At the vendors’ batch services')}>
      {gathering > 0 && since !== null && (
        <p role="status">
          {t('{n} calls wait to be sent together, since {when}.', { n: formatNumber(gathering), when: formatWhen(since) })}
        </p>
      )}
      {batches.length > 0 && <Table batches={batches} />}
    </RuledSection>
  );
}

function Table({ batches }: { readonly batches: readonly VendorBatch[] }) {
  return (
    <ConsoleTable label={t('At the vendors’ batch services')}>
      <ColumnHeads columns={[t('Service'), t('State'), t('Since'), t('Reviewed')]} figures={[t('Calls'), t('Answered'), t('Failed')]} />
      <tbody>
        {batches.map((batch) => (
          <tr key={batch.id}>
            <th scope="row">
              {SERVICE_NAMES[batch.service]} {batch.vendor_id !== null && <Id dir="ltr">{batch.vendor_id}</Id>}
            </th>
            <td>
              {stateWord(batch)} {batch.vendor_state !== null && <Quiet lang="en">{batch.vendor_state}</Quiet>}
              {batch.problem !== null && (
                <>
                  {' '}
                  <Problem lang="en">{batch.problem}</Problem>
                </>
              )}
              {batch.failed > 0 && (
                <>
                  <br />
                  <Quiet>{t('{n} of them are asked the ordinary way', { n: formatNumber(batch.failed) })}</Quiet>
                </>
              )}
            </td>
            <td className="when">{formatWhen(batch.ended_at ?? batch.submitted_at ?? batch.created_at)}</td>
            <td className="when">{batch.looked_at === null ? NO_VALUE : formatWhen(batch.looked_at)}</td>
            <td className="figure">{formatNumber(batch.calls)}</td>
            <td className="figure">{formatNumber(batch.answered)}</td>
            <td className="figure">{formatNumber(batch.failed)}</td>
          </tr>
        ))}
      </tbody>
    </ConsoleTable>
  );
}

const stateWord = ({ state, is_cancelled: isCancelled, calls, failed }: VendorBatch): string => {
  if (isCancelled && state !== 'failed') return state === 'ended' ? t('cancelled at the vendor') : t('being cancelled at the vendor');
  if (state === 'ended' && failed > 0 && failed === calls) return t('ended without an answer');
  return {
    submitting: t('being submitted'),
    submitted: t('waits at the vendor'),
    ended: t('taken over'),
    failed: t('not accepted by the vendor'),
  }[state];
};
