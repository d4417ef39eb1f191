import type { AgeRefusal, AgeRule } from '#contract/platform/age-rules.ts';
import { openingWords, refusalWords, ruleName, useAgeRefusal } from '#frontend/lib/age/age-rules.ts';
import { t } from '#frontend/lib/text.ts';
import { LinkButton } from '#frontend/ui/link.tsx';
import { EmptyState } from '#frontend/ui/states/empty-state.tsx';
import { BirthYearForm } from './birth-year-form.tsx';

/** Explains that a feature is off at the user's age, why, and what can be done; renders nothing when it is on. */
export function AgeNote({ userId, rule }: { readonly userId: string; readonly rule: AgeRule }) {
  const refusal = useAgeRefusal(userId, rule);
  if (refusal === null) return null;
  return (
    <EmptyState
      title={refusal === 'age.unknown' ? openingWords(rule) : t('{what}: not available to you', { what: ruleName(rule) })}
      actions={
        (refusal === 'age.parent_needed' || refusal === 'age.consent_needed') && (
          <LinkButton to="/account" variant="outlined" color="inherit">
            {t('To your account')}
          </LinkButton>
        )
      }
    >
      <AgeReason refusal={refusal} />
    </EmptyState>
  );
}

/** Why a feature is off; where only the year of birth is missing, the form to give it here. */
export function AgeReason({ refusal }: { readonly refusal: AgeRefusal }) {
  if (refusal !== 'age.unknown') return <p style={{ margin: 0 }}>{refusalWords(refusal)}</p>;
  return (
    <>
      <p style={{ margin: 0 }}>{t('Tell us the year you were born, and you can go on right here.')}</p>
      <BirthYearForm label={t('Continue')} />
    </>
  );
}
