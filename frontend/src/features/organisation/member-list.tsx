import { useRef, useState } from 'react';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import type { OrganisationMember } from '#contract/billing/organisation.contract.ts';
import { formatDate, formatTokenCount } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { TextField } from '#frontend/ui/field.tsx';
import { MarginRow, Rows } from '#frontend/ui/margin-row.tsx';
import { RuledSection } from '#frontend/ui/ruled-section.tsx';
import { ShowMore } from '#frontend/ui/show-more.tsx';
import { useMembers } from './organisation-queries.ts';
import { RemoveDialog } from './remove-dialog.tsx';
import { Facts, Figure, Main } from './row-parts.tsx';

const Shown = styled('div')(({ theme }) => ({ ...theme.typography.body2, color: theme.vars.palette.text.secondary }));

/** From this many on there is a field to find somebody. */
const SEARCH_FROM = 15;

export const nameOf = ({ first_name, last_name, email }: Pick<OrganisationMember, 'first_name' | 'last_name' | 'email'>): string =>
  `${first_name} ${last_name}`.trim() || email;

const finds = (member: OrganisationMember, text: string) =>
  `${nameOf(member)} ${member.email}`.toLowerCase().includes(text.trim().toLowerCase());

interface MemberListProps {
  readonly userId: string;
  /** The first page, and where the next begins. */
  readonly members: readonly OrganisationMember[];
  readonly cursor: string | null;
  /** How many there are on all pages. */
  readonly total: number;
}

/** The owner's list: who is there, since when, and what each has spent from the pool this month. */
export function MemberList({ userId, members, cursor, total }: MemberListProps) {
  const { rows, pages } = useMembers(userId, members, cursor);
  const list = useRef<HTMLUListElement>(null);
  const [sought, setSought] = useState('');
  const [removing, setRemoving] = useState<OrganisationMember | null>(null);
  const isNarrowed = sought.trim() !== '';
  const found = isNarrowed ? rows.filter((member) => finds(member, sought)) : rows;
  return (
    <RuledSection title={t('Members')}>
      {total >= SEARCH_FROM && (
        <div style={{ maxWidth: 360, marginBlock: 16 }}>
          <TextField label={t('Find a member')} type="search" value={sought} onChange={(event) => setSought(event.target.value)} />
        </div>
      )}
      <Rows ref={list}>
        {found.map((member) => (
          <MarginRow key={member.user_id} as="li" state="done">
            <Main>
              <bdi>{nameOf(member)}</bdi>
              <Facts>
                <bdi>{member.email}</bdi>
                {' · '}
                {member.role === 'owner' ? t('Owner') : t('Joined {date}', { date: formatDate(member.joined_at) })}
              </Facts>
            </Main>
            <Figure>{t('{n} tokens this month', { n: formatTokenCount(member.tokens_this_month) })}</Figure>
            {member.role === 'member' && (
              <Button color="inherit" onClick={() => setRemoving(member)} aria-label={t('Remove {name}', { name: nameOf(member) })}>
                {t('Remove')}
              </Button>
            )}
          </MarginRow>
        ))}
      </Rows>
      <Shown role="status">
        {found.length === 0 && <p>{t('Nobody of that name.')}</p>}
        {pages.hasNextPage && <p>{shownWords(rows.length, total, isNarrowed)}</p>}
      </Shown>
      <ShowMore pages={pages} list={list} />
      {removing && (
        <RemoveDialog
          userId={userId}
          memberId={removing.user_id}
          title={t('Remove {name}?', { name: nameOf(removing) })}
          act={t('Remove')}
          onClose={() => setRemoving(null)}
        >
          <p>{t('Their seat becomes free and they no longer spend from the pool. Work they have under way is finished.')}</p>
          <p>{t('Their courses stay theirs, and they are told.')}</p>
        </RemoveDialog>
      )}
    </RuledSection>
  );
}

const shownWords = (n: number, total: number, isNarrowed: boolean): string =>
  isNarrowed ? t('Looked through the first {n} of {total} members.', { n, total }) : t('{n} of {total} members are shown.', { n, total });
