import { styled } from '@mui/material/styles';
import { useQuery } from '@tanstack/react-query';
import { organisationPlanById } from '#contract/billing/catalogue.ts';
import { formatDate, formatPrice } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { MarginRow, Rows } from '#frontend/ui/margin-row.tsx';
import { RuledSection } from '#frontend/ui/ruled-section.tsx';
import { contracts, type Contract } from './contract-queries.ts';

const Main = styled('span')({ flex: '1 1 14rem', minWidth: 0, overflowWrap: 'anywhere' });
const Facts = styled('span')(({ theme }) => ({ ...theme.typography.body2, display: 'block', color: theme.vars.palette.text.secondary }));

function Row({ contract }: { readonly contract: Contract }) {
  const { reference, organisation_name: name, owner_email: owner, package_id: id, amount_cents: cents } = contract;
  return (
    <MarginRow as="li" state="done">
      <Main>
        <bdi>{name}</bdi>
        <Facts>{[reference, owner, organisationPlanById(id)?.name ?? id].join(' · ')}</Facts>
      </Main>
      <Facts>
        {t('{price}, {from} to {until}', {
          price: formatPrice(cents / 100),
          from: formatDate(contract.starts_at),
          until: formatDate(contract.ends_at),
        })}
      </Facts>
    </MarginRow>
  );
}

/** The recorded contracts, newest first. */
export function ContractList() {
  const { data, error, refetch } = useQuery(contracts());
  return (
    <RuledSection title={t('Recorded contracts')}>
      {data ? (
        data.length === 0 ? (
          <p>{t('None yet.')}</p>
        ) : (
          <Rows>
            {data.map((contract) => (
              <Row key={contract.order_id} contract={contract} />
            ))}
          </Rows>
        )
      ) : error ? (
        <ErrorState title={t('The contracts could not be loaded')} error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingState label={t('Loading the contracts')} rows={3} />
      )}
    </RuledSection>
  );
}
