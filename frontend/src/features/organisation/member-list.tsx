import { useEffect, useRef, useState } from 'react';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { OrganisationMember } from '#contract/billing/organisation.contract.ts';
import { formatDate, formatTokenCount } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';
import { RuledSection } from '#frontend/ui/ruled-section.tsx';
import { ShowMore } from '#frontend/ui/list/show-more.tsx';
import { Face } from '#frontend/ui/faces.tsx';
import { Entry, EntryList } from '#frontend/ui/list/entry-list.tsx';
import { useAuthorise, useFoundMembers, useMembers } from './organisation-queries.ts';
import { RemoveDialog } from './remove-dialog.tsx';

/** A search field is shown from this many members on. */
const SEARCH_FROM = 15;
/** Debounce of the search on the server. */
const TYPING_MS = 250;

export const nameOf = ({ first_name, last_name, email }: Pick<OrganisationMember, 'first_name' | 'last_name' | 'email'>): string =>
  `${first_name} ${last_name}`.trim() || email;

const finds = (member: OrganisationMember, text: string) => `${nameOf(member)} ${member.email}`.toLowerCase().includes(text.toLowerCase());

interface MemberListProps {
  readonly userId: string;
  /** The first page, and the cursor of the next. */
  readonly members: readonly OrganisationMember[];
  readonly cursor: string | null;
  /** Number of members on all pages. */
  readonly total: number;
}

/** Debounces a text. */
function useTyped(text: string): string {
  const [typed, setTyped] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setTyped(text), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return typed;
}

/** Returns all members or those that match: searched locally when all are loaded, else by the server. `rows` is null until that is known. */
function useSought({ userId, members, cursor }: MemberListProps, sought: string) {
  const everybody = useMembers(userId, members, cursor);
  const typed = useTyped(sought);
  const isHere = sought === '' || !everybody.pages.hasNextPage;
  const { found, pages } = useFoundMembers(userId, isHere ? '' : typed);
  if (isHere) return { rows: everybody.rows.filter((member) => finds(member, sought)), pages: everybody.pages, error: null };
  return { rows: typed === sought ? found : null, pages, error: found ? null : pages.error };
}

/** The owner's list: the members, since when, and what each has spent from the pool this month. */
export function MemberList(props: MemberListProps) {
  const { userId, total } = props;
  const list = useRef<HTMLUListElement & HTMLOListElement>(null);
  const [text, setText] = useState('');
  const sought = text.trim();
  const { rows, pages, error } = useSought(props, sought);
  const [removing, setRemoving] = useState<OrganisationMember | null>(null);
  return (
    <RuledSection title={t('Members')}>
      {total >= SEARCH_FROM && (
        <div style={{ maxWidth: 360, marginBlock: 16 }}>
          <TextField label={t('Find a member')} type="search" value={text} onChange={(event) => setText(event.target.value)} />
        </div>
      )}
      <EntryList ref={list}>
        {rows?.map((member) => (
          <Entry
            key={member.user_id}
            picture={<Face name={nameOf(member)} userId={member.user_id} />}
            title={<bdi>{nameOf(member)}</bdi>}
            lines={[
              <span key="facts">
                <bdi>{member.email}</bdi>
                {' · '}
                {member.role === 'owner' ? t('Owner') : t('Joined {date}', { date: formatDate(member.joined_at) })}
              </span>,
            ]}
            actions={
              <>
                <Typography component="span" variant="body2">
                  {t('{n} tokens this month', { n: formatTokenCount(member.tokens_this_month) })}
                </Typography>
                {member.authorised !== null && <Authorise userId={userId} member={member} />}
                {member.role === 'member' && (
                  <Button color="inherit" onClick={() => setRemoving(member)} aria-label={t('Remove {name}', { name: nameOf(member) })}>
                    {t('Remove')}
                  </Button>
                )}
              </>
            }
          />
        ))}
      </EntryList>
      {error && <ErrorState title={t('Members could not be searched')} error={error} onRetry={() => void pages.refetch()} />}
      {rows === null && !error && <LoadingState label={t('Looking for members')} rows={2} />}
      <Typography component="div" role="status" variant="body2" color="textSecondary">
        {rows?.length === 0 && <p>{t('No one by that name.')}</p>}
        {rows && sought === '' && pages.hasNextPage && <p>{t('{n} of {total} members are shown.', { n: rows.length, total })}</p>}
      </Typography>
      {rows && <ShowMore pages={pages} list={list} />}
      {removing && (
        <RemoveDialog
          userId={userId}
          memberId={removing.user_id}
          title={t('Remove {name}?', { name: nameOf(removing) })}
          act={t('Remove')}
          onClose={() => setRemoving(null)}
        >
          <p>{t('Their seat becomes free and they no longer spend from the pool. Work they have under way is finished.')}</p>
          <p>{t('They keep their courses and are notified.')}</p>
        </RemoveDialog>
      )}
    </RuledSection>
  );
}

/** Under 13 the school may consent instead of a parent. */
function Authorise({ userId, member }: { readonly userId: string; readonly member: OrganisationMember }) {
  const authorise = useAuthorise(userId);
  const isGiven = member.authorised === true;
  return (
    <Button
      color="inherit"
      aria-busy={authorise.isPending}
      aria-label={
        isGiven
          ? t('Take the authorisation of {name} back', { name: nameOf(member) })
          : t('Authorise {name}, who is under 13', { name: nameOf(member) })
      }
      onClick={() => authorise.mutate({ memberId: member.user_id, authorised: !isGiven })}
    >
      {isGiven ? t('Take authorisation back') : t('Authorise (under 13)')}
    </Button>
  );
}
