import type { ReactNode } from 'react';
import Box from '@mui/material/Box';
import FormControl from '@mui/material/FormControl';
import FormLabel from '@mui/material/FormLabel';
import Typography from '@mui/material/Typography';
import type { SubscriptionPackage, TokenPackageOffer } from '#contract/billing/packages.contract.ts';
import { undeliveredNote } from '#frontend/lib/delivered-words.ts';
import { formatList, formatPrice } from '#frontend/lib/format.ts';
import { t, translateServerText } from '#frontend/lib/text.ts';
import { ChoiceRow } from '#frontend/ui/fields/choice-row.tsx';
import { PopularMark } from '#frontend/ui/popular-mark.tsx';
import { featureWords, perMonthWords, priceWords, savingWords, tokensWords } from '../package-words.ts';

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
