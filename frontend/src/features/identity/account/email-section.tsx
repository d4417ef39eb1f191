import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import type { AccountDetails } from '#contract/identity/account.contract.ts';
import { t } from '#frontend/lib/text.ts';
import { DeskSection } from '#frontend/ui/desk-section.tsx';
import { VerificationMail } from '#frontend/ui/states/verification-mail.tsx';
import { accountKey } from './account-queries.ts';

/** The email address, whether it is verified, and a button to verify it. */
export function EmailSection({ userId, details }: { readonly userId: string; readonly details: AccountDetails }) {
  const cache = useQueryClient();
  return (
    <DeskSection
      title={t('Email address')}
      about={
        details.email_verified
          ? t('Verified.')
          : t(
              'Not verified. You need a verified address to add passkeys, two-step sign-in or a provider, to start the free trial and to join an organisation. Verifying also makes sure that emails about your account reach you.',
            )
      }
    >
      <Typography sx={{ overflowWrap: 'anywhere' }}>{details.email}</Typography>
      {!details.email_verified && !details.mail_configured && (
        <Typography color="textSecondary">{t('This installation cannot send mail yet, so the link has to wait.')}</Typography>
      )}
      {!details.email_verified && details.mail_configured && (
        <VerificationMail onSent={() => void cache.invalidateQueries({ queryKey: accountKey(userId) })} />
      )}
    </DeskSection>
  );
}
