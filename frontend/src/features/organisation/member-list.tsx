import { useState } from 'react';
import Button from '@mui/material/Button';
import type { Organisation } from '#contract/billing/organisation.contract.ts';
import { formatDate, formatTokenCount } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { TextField } from '#frontend/ui/field.tsx';
import { MarginRow } from '#frontend/ui/margin-row.tsx';
import { RuledSection } from '#frontend/ui/ruled-section.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import { Facts, Figure, Main, Rows } from './row-parts.tsx';

type Member = NonNullable<Organisation['members']>[number];

/** Rows shown at first, and added at a time. */
const STEP = 50;
/** From this many on there is a field to find somebody. */
const SEARCH_FROM = 15;

export const nameOf = ({ first_name, last_name, email }: Pick<Member, 'first_name' | 'last_name' | 'email'>): string =>
  `${first_name} ${last_name}`.trim() || email;

const finds = (member: Member, text: string) => `${nameOf(member)} ${member.email}`.toLowerCase().includes(text.trim().toLowerCase());

/** The owner's list: who is there, since when, and what each has spent from the pool this month. */
export function MemberList({ userId, members }: { readonly userId: string; readonly members: readonly Member[] }) {
  const [shown, setShown] = useState(STEP);
  const [sought, setSought] = useState('');
  const [removing, setRemoving] = useState<Member | null>(null);
  const found = sought.trim() === '' ? members : members.filter((member) => finds(member, sought));
  return (
    <RuledSection title={t('Members')}>
      {members.length >= SEARCH_FROM && (
        <div style={{ maxWidth: 360, marginBlock: 16 }}>
          <TextField label={t('Find a member')} type="search" value={sought} onChange={(event) => setSought(event.target.value)} />
        </div>
      )}
      <Rows>
        {found.slice(0, shown).map((member) => (
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
      <div role="status">{found.length === 0 && <p>{t('Nobody of that name.')}</p>}</div>
      {found.length > shown && (
        <Button variant="outlined" color="inherit" sx={{ marginBlockStart: 2 }} onClick={() => setShown(shown + STEP)}>
          {t('Show more')}
        </Button>
      )}
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
