import { useState } from 'react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Divider from '@mui/material/Divider';
import { startProvider, type Provider } from '#contract/identity/providers.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { t } from '#frontend/lib/text.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { MessageLine, type Message } from '#frontend/ui/fields/form-message.tsx';

/** The sign-in providers configured on this installation. */
export type OfferedProviders = Readonly<Record<Provider, boolean>>;

interface SocialButtonsProps {
  readonly offered: OfferedProviders;
  /** Whether the terms are accepted; null: not required, because no account is created. */
  readonly terms: boolean | null;
}

/** The Google and Apple buttons. Without configured keys they make no call and say that they will come later (AUTH-03). */
export function SocialButtons({ offered, terms }: SocialButtonsProps) {
  const [message, setMessage] = useState<Message | null>(null);
  const start = useAction({
    mutationFn: (provider: Provider) => call(startProvider, { params: { provider }, body: { terms_accepted: terms === true } }),
    onSuccess: ({ url }) => location.assign(url),
    onError: (error) => setMessage({ kind: 'error', text: errorText(error, t('Login failed')) }),
  });
  const press = (provider: Provider, coming: string): void => {
    if (!offered[provider]) setMessage({ kind: 'info', text: coming });
    else if (terms === false) setMessage({ kind: 'error', text: t('Please accept the terms first.') });
    else start.mutate(provider);
  };
  return (
    <>
      <div>
        <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'repeat(auto-fit, minmax(190px, 1fr))', marginBlockEnd: 1.5 }}>
          <Button variant="outlined" color="inherit" onClick={() => press('google', t('Google login integration coming soon!'))}>
            {t('Continue with Google')}
          </Button>
          <Button variant="outlined" color="inherit" onClick={() => press('apple', t('Apple login integration coming soon!'))}>
            {t('Continue with Apple')}
          </Button>
        </Box>
        <div role="status">{message && <MessageLine {...message} />}</div>
      </div>
      <Divider>{t('or with email')}</Divider>
    </>
  );
}
