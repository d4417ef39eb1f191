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

/**
 * The header of every studio screen: a greeting, this month's figures, and the way to a new course, the same everywhere (CRE-01). It stands on the
 * grid of the frame that all of them have.
 */
export function StudioHead() {
  const { user_id: userId, first_name: name } = useUser();
  const { data, error } = useQuery(creatorStats(userId));
  return (
    <FrameBox sx={{ '&&&': { paddingBlock: '12px 0' } }}>
      <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', alignItems: 'center', gap: '8px 16px' }}>
        <Typography variant="body2" sx={{ flex: { xs: '1 1 6rem', md: 'none' }, minWidth: 0, overflowWrap: 'anywhere' }}>
          {t('Welcome back, {name}', { name })}
        </Typography>
        <Chip
          color={error ? 'secondary' : 'primary'}
          sx={{ order: { xs: 1, md: 0 }, height: 'auto', minHeight: 32, '& .MuiChip-label': { whiteSpace: 'normal' } }}
          label={
            <>
              {t('Revenue this month:')}{' '}
              <b>{data ? formatDollars(data.monthly_revenue) : error ? t('could not be loaded') : t('loading')}</b>
              {data && error ? ` (${t('not up to date')})` : ''}
            </>
          }
        />
        <LinkButton to="/studio/create" variant="contained" sx={{ marginInlineStart: 'auto' }}>
          {t('New Course')}
        </LinkButton>
      </Stack>
    </FrameBox>
  );
}
