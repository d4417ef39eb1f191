import type { Organisation } from '#contract/organisations/organisation.contract.ts';
import { roleMay, type OrganisationRole } from '#contract/organisations/roles.ts';
import { t } from '#frontend/lib/text.ts';
import { WelcomeCard } from '#frontend/ui/cards/welcome-card.tsx';
import { Face } from '#frontend/ui/faces.tsx';
import { LinkButton } from '#frontend/ui/link.tsx';

/** What this place is for, by role. */
const lineOf = (role: OrganisationRole): string =>
  ({
    owner: () => t('You run this organisation: you invite people, decide how they sign in, and see what they spend.'),
    administrator: () => t('You look after the people here: you invite them, give them roles, and decide how they sign in.'),
    teacher: () => t('You teach here: make a class, assign a course, and see how far each student has come.'),
    member: () => t('You learn here: your work uses the tokens of the organisation first, then your own.'),
  })[role]();

interface OrganisationWelcomeProps {
  readonly userId: string;
  readonly firstName: string;
  readonly organisation: Organisation;
}

/** Greets a member of the organisation, says what they can do here, and links to their most frequent action. */
export function OrganisationWelcome({ userId, firstName, organisation: { role, active } }: OrganisationWelcomeProps) {
  const mayInvite = active && roleMay(role, 'invite');
  return (
    <WelcomeCard
      picture={<Face name={firstName} userId={userId} size="large" />}
      title={t('Hello, {name}', { name: firstName })}
      line={lineOf(role)}
      actions={
        <>
          {mayInvite && (
            <LinkButton to="." hash={INVITE_PLACE} variant="contained">
              {t('Invite people')}
            </LinkButton>
          )}
          <LinkButton to="/classes" {...(mayInvite ? { variant: 'outlined', color: 'inherit' } : { variant: 'contained' })}>
            {t('Classes')}
          </LinkButton>
        </>
      }
    />
  );
}

/** Anchor of the invite form on the organisation's page. */
export const INVITE_PLACE = 'invite';
