import { useEffect } from 'react';
import { useSearch } from '@tanstack/react-router';
import { PRODUCT } from '#contract/product.ts';
import { UnsubscribeForm } from '#frontend/features/settings/unsubscribe-form.tsx';
import { t } from '#frontend/lib/text.ts';
import { PublicFrame } from '#frontend/ui/public-frame.tsx';

/** The target of the unsubscribe link in mails. */
export default function UnsubscribePage() {
  const { token } = useSearch({ from: '/unsubscribe' });
  useEffect(() => {
    document.title = `${t('Unsubscribe')} · ${PRODUCT}`;
  }, []);
  return (
    <PublicFrame isNarrow>
      <UnsubscribeForm token={token ?? ''} />
    </PublicFrame>
  );
}
