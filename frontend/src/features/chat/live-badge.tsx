import { styled } from '@mui/material/styles';
import { t } from '#frontend/lib/text.ts';

const Badge = styled('span')(({ theme }) => ({
  ...theme.typography.body2,
  display: 'inline-flex',
  alignItems: 'center',
  gap: 8,
  fontWeight: 600,
  '&::before': { content: '""', width: 10, height: 10, borderRadius: '50%', border: `2px solid ${theme.vars.palette.secondary.main}` },
  '&[data-live]::before': { backgroundColor: theme.vars.palette.success.main, borderColor: theme.vars.palette.success.main },
}));

/** CHAT-02: 'Live' while the socket is connected, 'Syncing' while messages are polled. */
export function LiveBadge({ isLive }: { readonly isLive: boolean }) {
  return (
    <Badge role="status" data-live={isLive || undefined}>
      {isLive ? t('Live') : t('Syncing')}
    </Badge>
  );
}
