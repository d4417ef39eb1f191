import Button from '@mui/material/Button';
import type { Organisation } from '#contract/billing/organisation.contract.ts';
import { formatDate } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { MarginRow } from '#frontend/ui/margin-row.tsx';
import { useWithdraw } from './organisation-queries.ts';
import { Facts, Figure, Main, Rows } from './row-parts.tsx';

type Invite = NonNullable<Organisation['invites']>[number];

/** Invites that nobody has accepted yet. */
export function InviteList({ userId, invites }: { readonly userId: string; readonly invites: readonly Invite[] }) {
  const withdraw = useWithdraw(userId);
  return (
    <Rows aria-label={t('Open invites')}>
      {invites.map(({ invite_id: id, email, sent_at: sent, expires_at: expires }) => {
        const isOver = new Date(expires) <= new Date();
        return (
          <MarginRow key={id} as="li" state={isOver ? 'waiting' : 'writing'}>
            <Main>
              <bdi>{email}</bdi>
              <Facts>{t('Sent {date}', { date: formatDate(sent) })}</Facts>
            </Main>
            <Figure>{isOver ? t('Expired: invite again') : t('Works until {date}', { date: formatDate(expires) })}</Figure>
            <Button
              color="inherit"
              disabled={withdraw.isPending}
              onClick={() => withdraw.mutate(id)}
              aria-label={t('Withdraw the invite to {email}', { email })}
            >
              {t('Withdraw')}
            </Button>
          </MarginRow>
        );
      })}
    </Rows>
  );
}
