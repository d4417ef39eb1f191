import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import Box from '@mui/material/Box';
import FormControl from '@mui/material/FormControl';
import FormLabel from '@mui/material/FormLabel';
import Typography from '@mui/material/Typography';
import type { SubscriptionPackage, TokenPackageOffer } from '#contract/billing/packages.contract.ts';
import { undeliveredNote } from '#frontend/lib/delivered-words.ts';
import { useCloseDialog, type BillingDialog } from '#frontend/lib/dialog-address.ts';
import { formatList, formatPrice } from '#frontend/lib/format.ts';
import { useUser } from '#frontend/lib/session/session.ts';
import { t, translateServerText } from '#frontend/lib/text.ts';
import { ChoiceRow } from '#frontend/ui/fields/choice-row.tsx';
import { PopularMark } from '#frontend/ui/popular-mark.tsx';
import { ErrorState } from '#frontend/ui/states/error-state.tsx';
import { allPackages, plansBilled, tierOf } from '../package-queries.ts';
import { featureWords, perMonthWords, priceWords, savingWords, tokensWords } from '../package-words.ts';
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
      lead={t('Tokens you buy do not expire. They are used after those in your plan.')}
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
  /** Called with the chosen plan when a plan is running: opens the preview of the change instead of a second purchase. */
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
      lead={t('Tokens and courses come each month, also when you pay by the year.')}
      onClose={onClose}
      isChosen={chosen !== null}
      confirmLabel={isChange ? t('See what changes') : t('Continue to payment')}
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
      confirmLabel={isChange ? t('See what changes') : t('Continue to payment')}
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

/** A line that says more about a package. */
function More({ children }: { readonly children: ReactNode }) {
  return (
    <Typography component="span" variant="body2" color="textSecondary" sx={{ display: 'block' }}>
      {children}
    </Typography>
  );
}

interface RowHeadProps {
  readonly name: string;
  readonly price: string;
  readonly children: ReactNode;
}

/** The price moves to a line of its own where it does not fit beside the longest word: large text on a phone. */
function RowHead({ name, price, children }: RowHeadProps) {
  const wrapped = { display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 1.5 } as const;
  return (
    <Box component="span" sx={wrapped}>
      <Box component="span" sx={{ ...wrapped, flex: '1 1 0' }}>
        <strong>{name}</strong>
        {children}
      </Box>
      <strong>{price}</strong>
    </Box>
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
  /** Decides which row is marked 'MOST POPULAR'; by default the catalogue does. */
  readonly isPopular?: (plan: SubscriptionPackage) => boolean;
}

const byCatalogue = ({ popular }: SubscriptionPackage): boolean => popular;

/** A list of plans to choose from; choosing one highlights it (PAY-09). */
export function PlanRows({ legend, plans, chosen, onChoose, current, isPopular = byCatalogue }: PlanRowsProps) {
  return (
    <FormControl component="fieldset" fullWidth sx={{ marginBlockEnd: 2.5 }}>
      <FormLabel component="legend">{legend}</FormLabel>
      {plans.map((plan) => (
        <ChoiceRow
          key={plan.key}
          name="package"
          isChosen={chosen === plan.key}
          isDisabled={plan.key === current}
          onChoose={() => onChoose(plan.key)}
          label={
            <RowHead name={plan.name} price={priceWords(plan)}>
              {isPopular(plan) && <PopularMark>{t('MOST POPULAR')}</PopularMark>}
              {plan.key === current && <More>{t('Your plan')}</More>}
            </RowHead>
          }
        >
          {plan.interval === 'year' && <More>{`${perMonthWords(plan)}. ${savingWords(plan)}.`}</More>}
          <More>{formatList(plan.features.map(featureWords))}</More>
        </ChoiceRow>
      ))}
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

/** A list of token packages to choose from, with the price per token. */
export function TokenRows({ legend, packages, chosen, onChoose, mark, hasPerks = false }: TokenRowsProps) {
  return (
    <FormControl component="fieldset" fullWidth sx={{ marginBlockEnd: 2.5 }}>
      <FormLabel component="legend">{legend}</FormLabel>
      {packages.map((pack) => (
        <ChoiceRow
          key={pack.key}
          name="package"
          isChosen={chosen === pack.key}
          onChoose={() => onChoose(pack.key)}
          label={
            <RowHead name={tokensWords(pack)} price={formatPrice(pack.amount)}>
              {pack.popular && mark !== '' && <PopularMark>{mark}</PopularMark>}
            </RowHead>
          }
        >
          <More>{translateServerText(pack.description)}</More>
          {hasPerks && (
            <More>
              {t('For courses, clips and images alike; used after the tokens in your plan.')} {undeliveredNote('video', 'imagen')}
            </More>
          )}
        </ChoiceRow>
      ))}
    </FormControl>
  );
}

/** Shown instead of the rows: that the packages are loading (PAY-10), or failed to load (PAY-22). */
function PackagesPlaceholder() {
  const { error, refetch } = useQuery(allPackages);
  if (error) return <ErrorState title={t('Failed to load payment packages')} error={error} onRetry={() => void refetch()} />;
  return <Typography role="status">{t('Loading subscription packages...')}</Typography>;
}
