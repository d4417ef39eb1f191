import { useRef } from 'react';
import Button from '@mui/material/Button';
import type { OrganisationInvite } from '#contract/billing/organisation.contract.ts';
import { formatDate } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { MarginRow, Rows } from '#frontend/ui/margin-row.tsx';
import { ShowMore } from '#frontend/ui/list/show-more.tsx';
import { useInvites, useWithdraw } from './organisation-queries.ts';
import { Facts, Figure, Main } from './row-parts.tsx';

interface InviteListProps {
  readonly userId: string;
  /** The first page, and the cursor of the next. */
  readonly invites: readonly OrganisationInvite[];
  readonly cursor: string | null;
}

/** Invites that are not accepted yet. */
export function InviteList({ userId, invites, cursor }: InviteListProps) {
  const { rows, pages } = useInvites(userId, invites, cursor);
  const list = useRef<HTMLUListElement>(null);
  const withdraw = useWithdraw(userId);
  return (
    <>
      <Rows ref={list} aria-label={t('Open invites')}>
        {rows.map(({ invite_id: id, email, sent_at: sent, expires_at: expires, undelivered }) => {
          const isOver = new Date(expires) <= new Date();
          return (
            <MarginRow key={id} as="li" state={undelivered ? 'failed' : isOver ? 'waiting' : 'writing'}>
              <Main>
                <bdi>{email}</bdi>
                <Facts>{t('Sent {date}', { date: formatDate(sent) })}</Facts>
              </Main>
              <Figure>
                {undelivered
                  ? t('The mail could not be delivered')
                  : isOver
                    ? t('Expired: invite again')
                    : t('Works until {date}', { date: formatDate(expires) })}
              </Figure>
              <Button
                color="inherit"
                aria-busy={withdraw.isPending}
                onClick={() => withdraw.mutate(id)}
                aria-label={t('Withdraw the invite to {email}', { email })}
              >
                {t('Withdraw')}
              </Button>
            </MarginRow>
          );
        })}
      </Rows>
      <ShowMore pages={pages} list={list} />
    </>
  );
}
