import type { Profile } from '#contract/settings/profile.contract.ts';
import { formatDate, formatNumber, formatTokenCount } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { FactStrip, type Fact } from '#frontend/ui/fact-strip.tsx';

/** The status of a plan in a word; a free plan has none (G13). */
function planWords({ plan, status }: Profile['subscription']): string {
  if (status === 'free') return t('Free Plan');
  if (status === 'trial') return t('{plan}, trial', { plan });
  return status === 'active' ? t('{plan}, active', { plan }) : plan;
}

/** `45, 2,000,000 of State University`: shown separately, because either one pays for a piece of work. */
function tokenWords({ balance, organisation_available: pool, organisation_name: organisation }: Profile['tokens']): string {
  const own = formatTokenCount(balance);
  if (pool === null || organisation === null) return own;
  return `${own}, ${t('{pool} of {organisation}', { pool: formatTokenCount(pool), organisation })}`;
}

/** Plan, tokens, and learning statistics. */
export function ProfileFacts({ user }: { readonly user: Profile }) {
  const { counts, subscription, tokens } = user;
  const facts: readonly Fact[] = [
    { name: t('Plan'), figure: planWords(subscription), note: t('Member since {date}', { date: formatDate(user.created_at) }) },
    { name: t('Tokens'), figure: tokenWords(tokens) },
    { name: t('Courses'), figure: formatNumber(counts.courses) },
    { name: t('Completed courses'), figure: formatNumber(counts.completed_courses) },
    { name: t('Points'), figure: formatNumber(counts.points) },
  ];
  return (
    <section aria-label={t('Plan and progress')}>
      <FactStrip facts={facts} />
    </section>
  );
}
