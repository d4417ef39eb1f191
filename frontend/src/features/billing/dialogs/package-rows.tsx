import { styled } from '@mui/material/styles';
import type { SubscriptionPackage, TokenPackageOffer } from '#contract/billing/packages.contract.ts';
import { undeliveredNote } from '#frontend/lib/delivered-words.ts';
import { formatList, formatPrice } from '#frontend/lib/format.ts';
import { t, translateServerText } from '#frontend/lib/text.ts';
import { ChoiceRow } from '#frontend/ui/fields/choice-row.tsx';
import { PopularMark } from '#frontend/ui/popular-mark.tsx';
import { featureWords, perMonthWords, priceWords, savingWords, tokensWords } from '../package-words.ts';

const Group = styled('fieldset')({ margin: '0 0 20px', padding: 0, border: 0, minWidth: 0 });
const Legend = styled('legend')(({ theme }) => ({
  ...theme.typography.h3,
  width: '100%',
  padding: 0,
  paddingBlockEnd: 6,
  borderBlockEnd: `2px solid ${theme.vars.palette.text.primary}`,
}));
// The price moves to a line of its own where it does not fit beside the longest word: large text on a phone.
const Head = styled('span')({ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', gap: '0 12px' });
const What = styled('span')({ flex: '1 1 0', display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', gap: '0 12px' });
const Name = styled('span')({ fontWeight: 600 });
const Price = styled('span')({ flex: 'none', fontWeight: 600 });
const More = styled('span')(({ theme }) => ({ ...theme.typography.body2, display: 'block', color: theme.vars.palette.text.secondary }));

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
    <Group>
      <Legend>{legend}</Legend>
      {plans.map((plan) => (
        <ChoiceRow
          key={plan.key}
          name="package"
          isChosen={chosen === plan.key}
          isDisabled={plan.key === current}
          onChoose={() => onChoose(plan.key)}
          label={
            <Head>
              <What>
                <Name>{plan.name}</Name>
                {isPopular(plan) && <PopularMark>{t('MOST POPULAR')}</PopularMark>}
                {plan.key === current && <More>{t('Your plan')}</More>}
              </What>
              <Price>{priceWords(plan)}</Price>
            </Head>
          }
        >
          {plan.interval === 'year' && <More>{`${perMonthWords(plan)}. ${savingWords(plan)}.`}</More>}
          <More>{formatList(plan.features.map(featureWords))}</More>
        </ChoiceRow>
      ))}
    </Group>
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
    <Group>
      <Legend>{legend}</Legend>
      {packages.map((pack) => (
        <ChoiceRow
          key={pack.key}
          name="package"
          isChosen={chosen === pack.key}
          onChoose={() => onChoose(pack.key)}
          label={
            <Head>
              <What>
                <Name>{tokensWords(pack)}</Name>
                {pack.popular && mark !== '' && <PopularMark>{mark}</PopularMark>}
              </What>
              <Price>{formatPrice(pack.amount)}</Price>
            </Head>
          }
        >
          <More>{translateServerText(pack.description)}</More>
          {hasPerks && (
            <More>
              {t('For courses, clips and images alike; used after what your plan gives.')} {undeliveredNote('video', 'imagen')}
            </More>
          )}
        </ChoiceRow>
      ))}
    </Group>
  );
}
