import { styled } from '@mui/material/styles';
import type { Profile } from '#contract/settings/profile.contract.ts';
import { formatDate, formatNumber, formatTokenCount } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { TextLink } from '#frontend/ui/link.tsx';
import { RuledSection } from '#frontend/ui/ruled-section.tsx';

const List = styled('dl')(({ theme }) => ({
  margin: 0,
  '& > div': {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'space-between',
    gap: '0 24px',
    paddingBlock: 10,
    borderBlockEnd: `1px solid ${theme.vars.palette.line.hairline}`,
  },
  '& dt': { color: theme.vars.palette.text.secondary },
  '& dd': { margin: 0, fontWeight: 600, textAlign: 'end' },
}));

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
  const facts: readonly (readonly [name: string, value: string])[] = [
    [t('Plan'), planWords(subscription)],
    [t('Tokens'), tokenWords(tokens)],
    [t('Courses'), formatNumber(counts.courses)],
    [t('Completed courses'), formatNumber(counts.completed_courses)],
    [t('Points'), formatNumber(counts.points)],
    [t('Member since'), formatDate(user.created_at)],
  ];
  return (
    <RuledSection title={t('Plan and progress')} aside={<TextLink to="/billing">{t('Billing')}</TextLink>}>
      <List>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </List>
    </RuledSection>
  );
}
