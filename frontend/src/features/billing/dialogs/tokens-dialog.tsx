import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { t } from '#frontend/lib/text.ts';
import { allPackages } from '../package-queries.ts';
import { PackageDialog } from './package-dialog.tsx';
import { TokenRows } from './package-rows.tsx';
import { PackagesPlaceholder } from './packages-placeholder.tsx';
import { usePaymentStart } from './use-payment-start.ts';

/** 'Purchase Premium Tokens' (PAY-11). */
export function TokensDialog({ onClose }: { readonly onClose: () => void }) {
  const [chosen, setChosen] = useState<string | null>(null);
  const { data } = useQuery(allPackages);
  const packages = Object.values(data?.token_packages ?? {});
  const pack = packages.find(({ key }) => key === chosen);
  const { buyTokens } = usePaymentStart();
  return (
    <PackageDialog
      title={t('Purchase Premium Tokens')}
      lead={t('Tokens you buy do not expire. They are used after those in your plan.')}
      onClose={onClose}
      isChosen={pack !== undefined}
      onConfirm={() => {
        buyTokens(pack!.tokens);
        onClose();
      }}
    >
      {packages.length === 0 ? (
        <PackagesPlaceholder />
      ) : (
        <TokenRows legend={t('Token packages')} packages={packages} mark={t('POPULAR')} chosen={chosen} onChoose={setChosen} />
      )}
    </PackageDialog>
  );
}
