import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { sendVerification, type AccountDetails } from '#contract/identity/account.contract.ts';
import { call } from '#frontend/lib/api-client.ts';
import { errorText } from '#frontend/lib/api-error.ts';
import { t } from '#frontend/lib/text.ts';
import { useMutation } from '#frontend/lib/use-mutation.ts';
import { RuledSection, SectionBody } from '#frontend/ui/ruled-section.tsx';
import { FormMessage } from '#frontend/ui/fields/form-message.tsx';
import { accountKey } from './account-queries.ts';

/** The email address, whether it is verified, and a button to verify it. */
export function EmailSection({ userId, details }: { readonly userId: string; readonly details: AccountDetails }) {
  const cache = useQueryClient();
  const send = useMutation({
    mutationFn: () => call(sendVerification),
    onSuccess: () => cache.invalidateQueries({ queryKey: accountKey(userId) }),
  });
  const message = send.error
    ? ({ kind: 'error', text: errorText(send.error, t('The link could not be sent.')) } as const)
    : send.data && ({ kind: 'info', text: send.data.message } as const);
  return (
    <RuledSection title={t('Email address')}>
      <SectionBody>
        <Typography sx={{ overflowWrap: 'anywhere' }}>{details.email}</Typography>
        <Typography color="textSecondary">
          {details.email_verified
            ? t('Verified.')
            : t(
                'Not verified. The free trial and an organisation’s invite need a verified address; everything else can be used. Verifying makes sure that mails about your account reach you.',
              )}
        </Typography>
        {!details.email_verified && !details.mail_configured && (
          <Typography color="textSecondary">{t('This installation cannot send mail yet, so the link has to wait.')}</Typography>
        )}
        {!details.email_verified && details.mail_configured && (
          <Button variant="outlined" color="inherit" aria-busy={send.isPending} onClick={() => send.mutate()}>
            {t('Send the link again')}
          </Button>
        )}
        <FormMessage message={message ?? null} />
      </SectionBody>
    </RuledSection>
  );
}
