import Typography from '@mui/material/Typography';
import type { AccountDetails } from '#contract/identity/account.contract.ts';
import { canAskParent, needsConsent } from '#contract/identity/parental-consent.ts';
import { t } from '#frontend/lib/text.ts';
import { BirthYearForm } from '#frontend/ui/age/birth-year-form.tsx';
import { DeskSection } from '#frontend/ui/desk-section.tsx';

/** The optional year of birth (A17). An empty field removes it. */
export function BirthYearSection({ details }: { readonly details: AccountDetails }) {
  const { parentalConsent, requiresParentalConsent, verified } = details.age_verification;
  const [isChild, isAdult] = [needsConsent(details.birth_year), details.birth_year !== null && !requiresParentalConsent];
  return (
    <DeskSection
      title={t('Year of birth')}
      about={t(
        'Optional. Without it you are treated as under 18: no location, leaderboard, calls, chat or groups. You can read the forums but not write in them, and you do not appear in any list of people.',
      )}
    >
      {details.birth_year !== null && (
        <Typography>
          {t('Age verification')}: <strong>{verified ? t('Verified') : isAdult ? t('Not checked') : t('Pending')}</strong>
          {isAdult && ` · ${t('this is the year you gave')}`}
          {parentalConsent && ` · ${t('a parent or the school has agreed')}`}
          {isChild && !verified && ` · ${t('For learners under 13, a parent or their school has to agree.')}`}
          {requiresParentalConsent && !isChild && !verified && ` · ${t('Under 18, a parent has to agree to some features.')}`}
        </Typography>
      )}
      {canAskParent(details.birth_year) ? (
        <Typography>
          {t('You were born in {year}. Under 18, only a parent who has agreed or our team can change it.', {
            year: String(details.birth_year),
          })}
        </Typography>
      ) : (
        <BirthYearForm birthYear={details.birth_year} label={t('Save the year')} mayBeEmpty />
      )}
    </DeskSection>
  );
}
