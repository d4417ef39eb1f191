import type { AgeRule } from '#contract/platform/age-rules.ts';
import { refusalWords, ruleName, useAgeRefusal } from '#frontend/lib/age/age-rules.ts';
import { t } from '#frontend/lib/text.ts';
import { LinkButton } from '#frontend/ui/link.tsx';
import { EmptyState } from '#frontend/ui/states/empty-state.tsx';

/** Explains that a feature is off at the user's age, why, and what can be done; renders nothing when it is on. */
export function AgeNote({ userId, rule }: { readonly userId: string; readonly rule: AgeRule }) {
  const refusal = useAgeRefusal(userId, rule);
  if (refusal === null) return null;
  return (
    <EmptyState
      title={t('{what}: not available to you', { what: ruleName(rule) })}
      actions={
        refusal !== 'age.too_young' && (
          <LinkButton to="/account" variant="outlined" color="inherit">
            {t('To your account')}
          </LinkButton>
        )
      }
    >
      {refusalWords(refusal)}
    </EmptyState>
  );
}
