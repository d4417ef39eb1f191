import { useRef } from 'react';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { OrganisationInvite } from '#contract/billing/organisation.contract.ts';
import { formatDate } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { ShowMore } from '#frontend/ui/list/show-more.tsx';
import { Entry, EntryList } from '#frontend/ui/list/entry-list.tsx';
import { useInvites, useWithdraw } from './organisation-queries.ts';

interface InviteListProps {
  readonly userId: string;
  /** The first page, and the cursor of the next. */
  readonly invites: readonly OrganisationInvite[];
  readonly cursor: string | null;
}

/** Invites that are not accepted yet. */
export function InviteList({ userId, invites, cursor }: InviteListProps) {
  const { rows, pages } = useInvites(userId, invites, cursor);
  const list = useRef<HTMLUListElement & HTMLOListElement>(null);
  const withdraw = useWithdraw(userId);
  return (
    <>
      <EntryList ref={list} aria-label={t('Open invites')}>
        {rows.map(({ invite_id: id, email, sent_at: sent, expires_at: expires, undelivered }) => {
          const isOver = new Date(expires) <= new Date();
          return (
            <Entry
              key={id}
              mark={undelivered ? 'failed' : isOver ? 'attention' : 'new'}
              title={<bdi>{email}</bdi>}
              lines={[t('Sent {date}', { date: formatDate(sent) })]}
              actions={
                <>
                  <Typography component="span" variant="body2">
                    {undelivered
                      ? t('The mail could not be delivered')
                      : isOver
                        ? t('Expired: invite again')
                        : t('Works until {date}', { date: formatDate(expires) })}
                  </Typography>
                  <Button
                    color="inherit"
                    aria-busy={withdraw.isPending}
                    onClick={() => withdraw.mutate(id)}
                    aria-label={t('Withdraw the invite to {email}', { email })}
                  >
                    {t('Withdraw')}
                  </Button>
                </>
              }
            />
          );
        })}
      </EntryList>
      <ShowMore pages={pages} list={list} />
    </>
  );
}
