import { useEffect } from 'react';
import { useSearch } from '@tanstack/react-router';
import { PRODUCT } from '#contract/product.ts';
import { ParentalConsentForm } from '#frontend/features/identity/parental-consent-form.tsx';
import { t } from '#frontend/lib/text.ts';
import { PublicFrame } from '#frontend/ui/public-frame.tsx';

/** The target of the link mailed to a parent. */
export default function ParentalConsentPage() {
  const { token } = useSearch({ from: '/parental-consent' });
  useEffect(() => {
    document.title = `${t('A parent’s consent')} · ${PRODUCT}`;
  }, []);
  return (
    <PublicFrame isNarrow>
      <ParentalConsentForm token={token ?? ''} />
    </PublicFrame>
  );
}
