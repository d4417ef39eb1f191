import { lazy, Suspense, type ReactNode } from 'react';
import Typography from '@mui/material/Typography';
import type { AgeRefusal, AgeRule } from '#contract/platform/age-rules.ts';
import { openingWords, refusalWords, ruleName, useAgeRefusal } from '#frontend/lib/age/age-rules.ts';
import { t } from '#frontend/lib/text.ts';
import { LinkButton } from '#frontend/ui/link.tsx';
import { EmptyState } from '#frontend/ui/states/empty-state.tsx';

// Forms need a library that most screens do without.
const BirthYearForm = lazy(async () => ({ default: (await import('./birth-year-form.tsx')).BirthYearForm }));

/** Explains that a feature is off at the user's age, why, and what can be done about it; renders nothing when the feature is on. */
export function AgeNote({ userId, rule }: { readonly userId: string; readonly rule: AgeRule }) {
  const refusal = useAgeRefusal(userId, rule);
  if (refusal === null) return null;
  return (
    <EmptyState
      subject="locked"
      title={refusal === 'age.unknown' ? openingWords(rule) : t('{what}: not available to you', { what: ruleName(rule) })}
      actions={
        (refusal === 'age.parent_needed' || refusal === 'age.consent_needed') && (
          <LinkButton to="/account" variant="outlined" color="inherit">
            {t('Go to your account')}
          </LinkButton>
        )
      }
    >
      <AgeReason refusal={refusal} />
    </EmptyState>
  );
}

interface ByAgeProps {
  readonly userId: string;
  readonly rule: AgeRule;
  /** The user made it before; it still exists but is inactive. */
  readonly isMade?: boolean;
  readonly children?: ReactNode;
}

/** Content that depends on the user's age, such as a button; where it is off, the reason instead. */
export function ByAge({ userId, rule, isMade = false, children }: ByAgeProps) {
  const refusal = useAgeRefusal(userId, rule);
  if (refusal === null) return children;
  return (
    <Typography variant="body2" color="textSecondary" component="div">
      <AgeReason refusal={refusal} />
      {isMade && <p style={{ margin: 0 }}>{t('Until then its link does not work.')}</p>}
    </Typography>
  );
}

/** Why a feature is off; if only the year of birth is missing, the form to enter it. */
export function AgeReason({ refusal }: { readonly refusal: AgeRefusal }) {
  if (refusal !== 'age.unknown') return <p style={{ margin: 0 }}>{refusalWords(refusal)}</p>;
  return (
    <>
      <p style={{ margin: 0 }}>{t('Tell us the year you were born to continue here.')}</p>
      <Suspense>
        <BirthYearForm label={t('Continue')} />
      </Suspense>
    </>
  );
}
