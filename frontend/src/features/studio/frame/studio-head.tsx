import { useLocation } from '@tanstack/react-router';
import { styled } from '@mui/material/styles';
import { useQuery } from '@tanstack/react-query';
import { formatDollars } from '#frontend/lib/format.ts';
import { useUser } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { FRAME_PX, GUTTER_PX, TYPE_SCALE } from '#frontend/theme/tokens.ts';
import { LinkButton } from '#frontend/ui/link.tsx';
import { creatorStats } from '../figures/figure-queries.ts';

// As wide as the page below it.
const Line = styled('div')(({ theme }) => ({
  boxSizing: 'border-box',
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '4px 24px',
  maxWidth: FRAME_PX + 2 * GUTTER_PX.wide,
  marginInline: 'auto',
  paddingBlock: '12px 0',
  paddingInline: GUTTER_PX.phone,
  fontSize: TYPE_SCALE.body,
  '& > p': { margin: 0, minWidth: 0 },
  '& > a': { marginInlineStart: 'auto' },
  [theme.breakpoints.down('sm')]: { columnGap: 16, '& > p:first-of-type': { flexBasis: '100%' }, '& > [data-badge]': { flex: '1 1 8rem' } },
  [theme.breakpoints.up('md')]: { paddingInline: GUTTER_PX.wide },
}));
const Badge = styled('p')(({ theme }) => ({
  paddingInlineStart: 10,
  color: theme.vars.palette.text.secondary,
  borderInlineStart: `3px solid ${theme.vars.palette.primary.main}`,
  '& > b': { fontWeight: 650, color: theme.vars.palette.text.primary },
  '&[data-missing]': { borderColor: theme.vars.palette.warning.main },
}));

/** The header of every studio screen: a greeting, this month's figures, and a link to create a course (CRE-01). */
export function StudioHead() {
  const { user_id: userId, first_name: name } = useUser();
  const { data, error } = useQuery(creatorStats(userId));
  // a screen with a course form has its own button
  const isDescribing = useLocation({ select: ({ pathname }) => /^\/studio\/(create|courses\/[^/]+)/i.test(pathname) });
  return (
    <Line>
      <p>{t('Welcome back, {name}', { name })}</p>
      <Badge data-badge data-missing={error ? '' : undefined}>
        {t('Revenue this month:')} <b>{data ? formatDollars(data.monthly_revenue) : error ? t('could not be loaded') : t('loading')}</b>
        {data && error ? ` (${t('not up to date')})` : ''}
      </Badge>
      <LinkButton to="/studio/create" variant={isDescribing ? 'outlined' : 'contained'} color={isDescribing ? 'inherit' : 'primary'}>
        {t('New Course')}
      </LinkButton>
    </Line>
  );
}
