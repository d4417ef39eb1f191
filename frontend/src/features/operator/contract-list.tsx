import { useQuery } from '@tanstack/react-query';
import { organisationPlanById } from '#contract/billing/catalogue.ts';
import { formatDate, formatPrice } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { contracts, type Contract } from './contract-queries.ts';
import { ConsoleTable, Quiet, type Column } from './parts/console-table.tsx';

const columns = (): Column<Contract>[] => [
  { id: 'organisation', name: t('Organisation'), cell: ({ organisation_name: name }) => <bdi>{name}</bdi> },
  { id: 'reference', name: t('Reference'), cell: ({ reference }) => <bdi>{reference}</bdi> },
  { id: 'owner', name: t('Owner'), cell: (contract) => contract.owner_email },
  { id: 'package', name: t('Package'), cell: ({ package_id: id }) => organisationPlanById(id)?.name ?? id },
  { id: 'from', name: t('First day'), isWhole: true, cell: (contract) => formatDate(contract.starts_at) },
  { id: 'until', name: t('Until'), isWhole: true, cell: (contract) => formatDate(contract.ends_at) },
  { id: 'price', name: t('Price'), isFigure: true, cell: ({ amount_cents: cents }) => formatPrice(cents / 100) },
];

/** The recorded contracts, newest first. */
export function ContractList() {
  const { data, error, refetch } = useQuery(contracts());
  if (data) {
    return (
      <ConsoleTable
        label={t('Recorded contracts')}
        columns={columns()}
        rows={data}
        keyOf={(contract) => contract.order_id}
        keep="contracts"
        empty={<Quiet>{t('None yet')}</Quiet>}
      />
    );
  }
  if (error) return <ErrorState title={t('The contracts could not be loaded')} error={error} onRetry={() => void refetch()} />;
  return <LoadingState label={t('Loading the contracts')} rows={3} />;
}
