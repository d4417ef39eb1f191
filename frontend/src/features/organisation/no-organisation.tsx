import { organisationPlanById } from '#contract/billing/catalogue.ts';
import { formatDate, formatNumber } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { EmptyState } from '#frontend/ui/states/empty-state.tsx';
import { LinkButton } from '#frontend/ui/link.tsx';

export interface Invitation {
  readonly organisation: string;
  readonly expires_at: string;
}

/** For users without an organisation: open invites to their address, or what an organisation offers. */
export function NoOrganisation({ email, invitations }: { readonly email: string; readonly invitations: readonly Invitation[] }) {
  if (invitations.length > 0) {
    return (
      <EmptyState title={t('You are invited')}>
        {invitations.map(({ organisation, expires_at: until }) => (
          <p key={organisation}>
            {t('{organisation} has invited you. Open the link in the mail to {email} before {date} to join.', {
              organisation,
              email,
              date: formatDate(until),
            })}
          </p>
        ))}
      </EmptyState>
    );
  }
  const plan = organisationPlanById('small_business')!;
  return (
    <EmptyState
      title={t('You do not belong to an organisation')}
      actions={
        <LinkButton to="/plans" variant="contained">
          {t('See the plans')}
        </LinkButton>
      }
    >
      {t('With {plan} up to {seats} people share a pool of {tokens} tokens a year. You invite them by email and see what each has spent.', {
        plan: plan.name,
        seats: formatNumber(plan.seats),
        tokens: formatNumber(plan.tokens),
      })}
    </EmptyState>
  );
}
