import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import FormControl from '@mui/material/FormControl';
import FormLabel from '@mui/material/FormLabel';
import Typography from '@mui/material/Typography';
import type { SubscriptionPackage, TokenPackageOffer } from '#contract/billing/packages.contract.ts';
import { undeliveredNote } from '#frontend/lib/delivered-words.ts';
import { useCloseDialog, type BillingDialog } from '#frontend/lib/dialog-address.ts';
import { formatPrice } from '#frontend/lib/format.ts';
import { useUser } from '#frontend/lib/session/session.ts';
import { t, translateServerText } from '#frontend/lib/text.ts';
import { ChoiceCard, ChoiceCards } from '#frontend/ui/fields/choice-card.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { allPackages, plansBilled, tierOf } from '../package-queries.ts';
import { PlanFeatures, PlanName, PlanPrice } from '../plans/plan-choice.tsx';
import { perMonthWords, priceWords, savingWords, tokensWords } from '../package-words.ts';
import { isOwnAndPaid, standingPlan } from '../subscription/plan-words.ts';
import { currentSubscription } from '../subscription/subscription-queries.ts';
import { PackageDialog } from './package-dialog.tsx';
import { usePaymentStart } from './use-payment-start.ts';

/** The package dialog named in the URL, over the current screen. */
export default function BillingDialogs({ dialog }: { readonly dialog: BillingDialog }) {
  const navigate = useNavigate();
  const close = useCloseDialog();
  const change = (packageId: string) => void navigate({ to: '/billing', search: { change: packageId }, replace: true });
  switch (dialog) {
    case 'tokens':
      return <TokensDialog onClose={close} />;
    case 'plan':
      return <PlanDialog onClose={close} onChange={change} />;
    case 'journey':
      return <JourneyDialog onClose={close} onChange={change} />;
  }
}

/** 'Purchase Premium Tokens' (PAY-11). */
function TokensDialog({ onClose }: { readonly onClose: () => void }) {
  const [chosen, setChosen] = useState<string | null>(null);
  const { data } = useQuery(allPackages);
  const packages = Object.values(data?.token_packages ?? {});
  const pack = packages.find(({ key }) => key === chosen);
  const { buyTokens } = usePaymentStart();
  return (
    <PackageDialog
      title={t('Purchase Premium Tokens')}
      lead={t('Tokens you buy do not expire. They are used after the tokens in your plan.')}
      onClose={onClose}
      isChosen={pack !== undefined}
      onConfirm={() => {
        buyTokens(pack!.tokens);
        onClose();
      }}
    >
      {packages.length === 0 ? (
        <PackagesPlaceholder />
      ) : (
        <TokenRows legend={t('Token packages')} packages={packages} mark={t('POPULAR')} chosen={chosen} onChoose={setChosen} />
      )}
    </PackageDialog>
  );
}

interface PlanDialogProps {
  readonly onClose: () => void;
  /** Called with the chosen plan if a plan is already running: opens the preview of the change instead of buying a second plan. */
  readonly onChange: (packageId: string) => void;
}

/** 'Choose Your Plan' (PAY-12). */
function PlanDialog({ onClose, onChange }: PlanDialogProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const { user_id: userId } = useUser();
  const { data } = useQuery(allPackages);
  const { data: current } = useQuery(currentSubscription(userId));
  const plans = data?.subscription_packages ?? {};
  const { buyPlan } = usePaymentStart();
  const isChange = current !== undefined && isOwnAndPaid(current);
  return (
    <PackageDialog
      title={t('Choose Your Plan')}
      lead={t('Tokens and courses are added each month, even if you pay yearly.')}
      onClose={onClose}
      isChosen={chosen !== null}
      confirmLabel={isChange ? t('Preview the change') : t('Continue to payment')}
      onConfirm={() => {
        if (isChange) return onChange(chosen!);
        buyPlan(chosen!);
        onClose();
      }}
    >
      {Object.keys(plans).length === 0 ? (
        <PackagesPlaceholder />
      ) : (
        (['month', 'year'] as const).map((interval) => (
          <PlanRows
            key={interval}
            legend={interval === 'month' ? t('Monthly') : t('Yearly, two months free')}
            plans={plansBilled(plans, interval)}
            current={current && standingPlan(current)}
            chosen={chosen}
            onChoose={setChosen}
          />
        ))
      )}
    </PackageDialog>
  );
}

interface JourneyDialogProps {
  readonly onClose: () => void;
  readonly onChange: (packageId: string) => void;
}

const notStarted = (reason: string): string => `${t('Payment failed to start')}. ${reason}`;

/** 'Choose Your Learning Journey': monthly plans and token packages side by side, 'premium' marked 'MOST POPULAR' (PAY-13). */
function JourneyDialog({ onClose, onChange }: JourneyDialogProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const { user_id: userId } = useUser();
  const { data } = useQuery(allPackages);
  const { data: current } = useQuery(currentSubscription(userId));
  const { buyTokens, buyPlan } = usePaymentStart();
  const pack = data && chosen !== null ? data.token_packages[chosen] : undefined;
  const isChange = pack === undefined && current !== undefined && isOwnAndPaid(current);
  return (
    <PackageDialog
      title={t('Choose Your Learning Journey')}
      lead={t('A plan that renews each month, or tokens you buy once.')}
      onClose={onClose}
      isChosen={chosen !== null}
      confirmLabel={isChange ? t('Preview the change') : t('Continue to payment')}
      onConfirm={() => {
        if (isChange) return onChange(chosen!);
        if (pack) buyTokens(pack.tokens, notStarted);
        else buyPlan(chosen!, notStarted);
        onClose();
      }}
    >
      {!data ? (
        <PackagesPlaceholder />
      ) : (
        <>
          <PlanRows
            legend={t('Monthly plans')}
            plans={plansBilled(data.subscription_packages, 'month')}
            isPopular={(plan) => tierOf(plan) === 'premium'}
            current={current && standingPlan(current)}
            chosen={chosen}
            onChoose={setChosen}
          />
          <TokenRows
            legend={t('AI token packages')}
            packages={Object.values(data.token_packages)}
            mark=""
            hasPerks
            chosen={chosen}
            onChoose={setChosen}
          />
        </>
      )}
    </PackageDialog>
  );
}

interface ChoiceProps {
  /** The key of the chosen package; null for none. */
  readonly chosen: string | null;
  readonly onChoose: (key: string) => void;
}

interface PlanRowsProps extends ChoiceProps {
  readonly legend: string;
  readonly plans: readonly SubscriptionPackage[];
  /** The user's current plan; it cannot be bought again. */
  readonly current?: string | null | undefined;
  /** Which row is marked 'MOST POPULAR'; by default the catalogue decides. */
  readonly isPopular?: (plan: SubscriptionPackage) => boolean;
}

const byCatalogue = ({ popular }: SubscriptionPackage): boolean => popular;

/** The cards of the plans page to choose from; choosing one highlights it (PAY-09). */
export function PlanRows({ legend, plans, chosen, onChoose, current, isPopular = byCatalogue }: PlanRowsProps) {
  return (
    <FormControl component="fieldset" fullWidth sx={{ marginBlockEnd: 2.5 }}>
      <FormLabel component="legend">{legend}</FormLabel>
      <ChoiceCards>
        {plans.map((plan) => (
          <ChoiceCard
            key={plan.key}
            name="package"
            label={`${plan.name} ${priceWords(plan)}`}
            isChosen={chosen === plan.key}
            isDisabled={plan.key === current}
            onChoose={() => onChoose(plan.key)}
          >
            <PlanName
              heading="p"
              name={plan.name}
              mark={plan.key === current ? t('Your plan') : isPopular(plan) && t('MOST POPULAR')}
              description={translateServerText(plan.description)}
            />
            <PlanPrice
              price={formatPrice(plan.amount)}
              unit={plan.interval === 'year' ? t('a year') : t('a month')}
              {...(plan.interval === 'year' && { notes: [`${perMonthWords(plan)}. ${savingWords(plan)}.`] })}
            />
            <PlanFeatures features={plan.features} />
          </ChoiceCard>
        ))}
      </ChoiceCards>
    </FormControl>
  );
}

interface TokenRowsProps extends ChoiceProps {
  readonly legend: string;
  readonly packages: readonly TokenPackageOffer[];
  /** The specified label of the second package; '' for none. */
  readonly mark: string;
  /** Shows the packages' benefits. */
  readonly hasPerks?: boolean;
}

/** Token packages to choose from, as the same cards. */
export function TokenRows({ legend, packages, chosen, onChoose, mark, hasPerks = false }: TokenRowsProps) {
  return (
    <FormControl component="fieldset" fullWidth sx={{ marginBlockEnd: 2.5 }}>
      <FormLabel component="legend">{legend}</FormLabel>
      <ChoiceCards>
        {packages.map((pack) => (
          <ChoiceCard
            key={pack.key}
            name="package"
            label={`${tokensWords(pack)} ${formatPrice(pack.amount)}`}
            isChosen={chosen === pack.key}
            onChoose={() => onChoose(pack.key)}
          >
            <PlanName heading="p" name={tokensWords(pack)} mark={pack.popular && mark} />
            <PlanPrice price={formatPrice(pack.amount)} />
            <Typography component="span" variant="body2" color="textSecondary">
              {translateServerText(pack.description)}
            </Typography>
            {hasPerks && (
              <Typography component="span" variant="body2" color="textSecondary">
                {t('For courses, clips and images alike; used after the tokens in your plan.')} {undeliveredNote('video', 'imagen')}
              </Typography>
            )}
          </ChoiceCard>
        ))}
      </ChoiceCards>
    </FormControl>
  );
}

/** Shown instead of the rows while the packages are loading (PAY-10), or after they failed to load (PAY-22). */
function PackagesPlaceholder() {
  const { error, refetch } = useQuery(allPackages);
  if (error) return <ErrorState title={t('Failed to load payment packages')} error={error} onRetry={() => void refetch()} />;
  return <Typography role="status">{t('Loading subscription packages...')}</Typography>;
}
