import { useState } from 'react';
import Button from '@mui/material/Button';
import type { Organisation } from '#contract/billing/organisation.contract.ts';
import { formatDate, formatTokenCount } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { TextLink } from '#frontend/ui/link.tsx';
import { RuledSection } from '#frontend/ui/ruled-section.tsx';
import { InviteForm } from './invite-form.tsx';
import { InviteList } from './invite-list.tsx';
import { MemberList } from './member-list.tsx';
import { OrganisationFacts } from './organisation-facts.tsx';
import { RemoveDialog } from './remove-dialog.tsx';

interface OrganisationViewProps {
  readonly userId: string;
  readonly organisation: Organisation;
}

/** The organisation as its owner or a member sees it. */
export function OrganisationView({ userId, organisation }: OrganisationViewProps) {
  const { members, invites, active, members_cursor, invites_cursor, seats_taken } = organisation;
  return (
    <>
      {!active && <EndedNote organisation={organisation} />}
      <OrganisationFacts organisation={organisation} />
      {members && invites ? (
        <>
          <RuledSection title={t('Invite people')}>
            {active && <InviteForm userId={userId} organisation={organisation} />}
            <InviteList userId={userId} invites={invites} cursor={invites_cursor} />
          </RuledSection>
          <MemberList userId={userId} members={members} cursor={members_cursor} total={seats_taken} />
        </>
      ) : (
        <OwnPart userId={userId} organisation={organisation} />
      )}
    </>
  );
}

function EndedNote({ organisation }: { readonly organisation: Organisation }) {
  const date = formatDate(organisation.ends_at);
  return (
    <p>
      {t('The plan ended on {date}. Nobody spends from the pool until it is renewed; all courses stay.', { date })}{' '}
      {organisation.role === 'owner' && <TextLink to="/plans">{t('See the plans')}</TextLink>}
    </p>
  );
}

/** A member's view: their own spending, the contact person, and a button to leave. */
function OwnPart({ userId, organisation }: OrganisationViewProps) {
  const [isLeaving, setLeaving] = useState(false);
  const { name, owner, my_tokens_this_month: spent } = organisation;
  return (
    <RuledSection title={t('Your part')}>
      <p>
        {t('You have spent {n} tokens from the pool this month. The pool is used before your own tokens.', { n: formatTokenCount(spent) })}
      </p>
      {owner && (
        <p>
          {t('The organisation is run by {name}.', { name: owner.name || owner.email })} <a href={`mailto:${owner.email}`}>{owner.email}</a>
        </p>
      )}
      <Button variant="outlined" color="inherit" onClick={() => setLeaving(true)}>
        {t('Leave the organisation')}
      </Button>
      {isLeaving && (
        <RemoveDialog
          userId={userId}
          memberId={userId}
          title={t('Leave {name}?', { name })}
          act={t('Leave')}
          onClose={() => setLeaving(false)}
        >
          <p>{t('You no longer spend from its pool. Your courses and your own tokens stay yours.')}</p>
          <p>{t('To rejoin, you need a new invite.')}</p>
        </RemoveDialog>
      )}
    </RuledSection>
  );
}
