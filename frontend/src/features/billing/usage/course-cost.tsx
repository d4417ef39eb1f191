import { FREE_PLAN, TRIAL } from '#contract/billing/catalogue.ts';
import { COST_ESTIMATE } from '#contract/generation/course-form.contract.ts';
import { formatNumber, formatTokenCount } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { RuledSection, SectionBody } from '#frontend/ui/ruled-section.tsx';

/** Explains what a course costs and when it is charged (A12). */
export function CourseCost() {
  const base = formatTokenCount(COST_ESTIMATE.base / 100);
  return (
    <RuledSection title={t('What a course costs')}>
      <SectionBody>
        <p>
          {t('A course your plan counts costs one of its courses and no tokens. When they are used up, a course costs {base} tokens.', {
            base,
          })}
        </p>
        <p>
          {t(
            'The tokens are reserved when it starts. What it really cost is charged at its end, never more than was reserved, and the rest comes back.',
          )}
        </p>
        <p>{t('When lessons could not be written, you pay for those that were. A course that failed costs nothing.')}</p>
        <p>
          {t(
            'Stop and keep: you pay for the lessons you keep; one of the plan’s courses is used only if you keep at least half. Stop and discard: nothing.',
          )}
        </p>
        <p>
          {t(
            'Daily tokens are used first, then monthly ones, then those you bought. The Free Plan includes {daily} a day and {monthly} a month; a trial includes {trial} a day.',
            {
              daily: formatNumber(FREE_PLAN.daily_tokens),
              monthly: formatNumber(FREE_PLAN.monthly_tokens),
              trial: formatNumber(TRIAL.daily_tokens),
            },
          )}
        </p>
      </SectionBody>
    </RuledSection>
  );
}
