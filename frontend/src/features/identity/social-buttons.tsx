import { useState } from 'react';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { startProvider, type Provider } from '#contract/identity/providers.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { t } from '#frontend/lib/text.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { TYPE_SCALE } from '#frontend/theme/tokens.ts';
import { MessageLine, type Message } from '#frontend/ui/fields/form-message.tsx';

const Pair = styled('div')({ display: 'grid', gap: 12, gridTemplateColumns: 'repeat(auto-fit, minmax(190px, 1fr))' });
const MessageText = styled('div')({ '& p': { marginBlockStart: 12 } });
const Or = styled('p')(({ theme }) => ({
  margin: 0,
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  fontSize: TYPE_SCALE.small,
  color: theme.vars.palette.text.secondary,
  '&::before, &::after': { content: '""', flex: 1, borderBlockStart: `1px solid ${theme.vars.palette.line.hairline}` },
}));

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
        <Pair>
          <Button variant="outlined" color="inherit" onClick={() => press('google', t('Google login integration coming soon!'))}>
            {t('Continue with Google')}
          </Button>
          <Button variant="outlined" color="inherit" onClick={() => press('apple', t('Apple login integration coming soon!'))}>
            {t('Continue with Apple')}
          </Button>
        </Pair>
        <MessageText role="status">{message && <MessageLine data-kind={message.kind}>{message.text}</MessageLine>}</MessageText>
      </div>
      <Or>{t('or with email')}</Or>
    </>
  );
}
