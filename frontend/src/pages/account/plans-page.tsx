import { useEffect } from 'react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { PRODUCT } from '#contract/product.ts';
import { NoPaymentsNote } from '#frontend/features/billing/no-payments-note.tsx';
import { PlanChoice, PlanIntro } from '#frontend/features/billing/plans/plan-choice.tsx';
import { openingAddress } from '#frontend/lib/preferences/opening-place.ts';
import { useSession } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { LinkButton } from '#frontend/ui/link.tsx';
import { PublicFrame } from '#frontend/ui/public-frame.tsx';

/** The plan selection screen (PLAN-08): one press away from the first screen after registration. */
export default function PlansPage() {
  const { next, billed } = useSearch({ from: '/plans' });
  const navigate = useNavigate({ from: '/plans' });
  const { user } = useSession();
  useEffect(() => {
    document.title = `${t('Choose your plan')} · ${PRODUCT}`;
  }, []);
  const look = { variant: 'contained', 'aria-label': freeLabel() } as const;
  const words = t('Start with Free Plan');
  const free =
    user === null ? (
      // a visitor has no account yet
      <LinkButton to="/sign-in" search={{ mode: 'create', ...(next !== undefined && { next }) }} {...look}>
        {words}
      </LinkButton>
    ) : (
      <LinkButton to={next ?? openingAddress(user)} {...look}>
        {words}
      </LinkButton>
    );
  return (
    <PublicFrame>
      <PlanIntro firstName={user?.first_name ?? null} />
      <NoPaymentsNote />
      <PlanChoice
        user={user}
        billed={billed}
        onBilled={(interval) => void navigate({ search: { next, billed: interval }, replace: true, resetScroll: false })}
        next={next}
        {...(user?.subscription_status !== 'active' && { free })}
      />
    </PublicFrame>
  );
}

/** Both names of the specification (PLAN-11); the visible one comes first, so that voice control finds it. */
const freeLabel = (): string => `${t('Start with Free Plan')}: ${t('Continue with Free Account')}`;
