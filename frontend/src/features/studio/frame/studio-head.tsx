import { useLocation } from '@tanstack/react-router';
import Chip from '@mui/material/Chip';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { formatDollars } from '#frontend/lib/format.ts';
import { useUser } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { FrameBox } from '#frontend/ui/frames/frame-box.tsx';
import { LinkButton } from '#frontend/ui/link.tsx';
import { creatorStats } from '../figures/figure-queries.ts';

/** The header of every studio screen: a greeting, this month's figures, and a link to create a course (CRE-01). */
export function StudioHead() {
  const { user_id: userId, first_name: name } = useUser();
  const { data, error } = useQuery(creatorStats(userId));
  // a screen with a course form has its own button
  const isDescribing = useLocation({ select: ({ pathname }) => /^\/studio\/(create|courses\/[^/]+)/i.test(pathname) });
  return (
    <FrameBox sx={{ paddingBlock: { xs: '12px 0', md: '12px 0' } }}>
      <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', alignItems: 'center', gap: '8px 16px' }}>
        <Typography variant="body2">{t('Welcome back, {name}', { name })}</Typography>
        <Chip
          color={error ? 'secondary' : 'primary'}
          sx={{ height: 'auto', minHeight: 32, '& .MuiChip-label': { whiteSpace: 'normal' } }}
          label={
            <>
              {t('Revenue this month:')}{' '}
              <b>{data ? formatDollars(data.monthly_revenue) : error ? t('could not be loaded') : t('loading')}</b>
              {data && error ? ` (${t('not up to date')})` : ''}
            </>
          }
        />
        <LinkButton
          to="/studio/create"
          variant={isDescribing ? 'outlined' : 'contained'}
          color={isDescribing ? 'inherit' : 'primary'}
          sx={{ marginInlineStart: 'auto' }}
        >
          {t('New Course')}
        </LinkButton>
      </Stack>
    </FrameBox>
  );
}
