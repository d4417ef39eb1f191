import { useEffect } from 'react';
import { useSearch } from '@tanstack/react-router';
import { organisationPlanById } from '#contract/billing/catalogue.ts';
import { INVESTMENT } from '#contract/billing/sales.contract.ts';
import { PRODUCT } from '#contract/product.ts';
import { ContactSalesForm } from '#frontend/features/billing/plans/contact-sales-form.tsx';
import { useSession } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { PublicFrame } from '#frontend/ui/public-frame.tsx';

/** A message to the operator about a plan that is sold by contract, or about investing (A22). */
export default function ContactSalesPage() {
  const { plan } = useSearch({ from: '/contact-sales' });
  const { user } = useSession();
  useEffect(() => {
    document.title = `${t('Contact Sales')} · ${PRODUCT}`;
  }, []);
  return (
    <PublicFrame isNarrow>
      <ContactSalesForm packageId={plan === INVESTMENT ? plan : (organisationPlanById(plan ?? '')?.id ?? null)} user={user} />
    </PublicFrame>
  );
}
