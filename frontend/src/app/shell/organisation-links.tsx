import { useQuery } from '@tanstack/react-query';
import { ownOrganisation } from '#frontend/features/organisation/organisation-queries.ts';
import { useUser } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { LinkButton } from '#frontend/ui/link.tsx';

/** Links that depend on the user: to their organisation or an open invite, and to the operator console (G27). */
export function OrganisationLinks({ onClose }: { readonly onClose: () => void }) {
  const { user_id: userId, roles } = useUser();
  const { data } = useQuery(ownOrganisation(userId));
  const isOperator = roles.some((role) => role === 'operator' || role === 'admin');
  const belongs = data?.organisation != null;
  const isInvited = (data?.invitations.length ?? 0) > 0;
  return (
    <>
      {(belongs || isInvited) && (
        <LinkButton to="/organisation" color="inherit" onClick={onClose}>
          {belongs ? t('Organisation') : t('Organisation: you are invited')}
        </LinkButton>
      )}
      {isOperator && (
        <LinkButton to="/operator" color="inherit" onClick={onClose}>
          {t('Console')}
        </LinkButton>
      )}
    </>
  );
}
