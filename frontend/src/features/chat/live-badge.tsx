import Chip from '@mui/material/Chip';
import LiveIcon from '@mui/icons-material/SensorsOutlined';
import SyncIcon from '@mui/icons-material/SyncOutlined';
import { t } from '#frontend/lib/text.ts';

/** CHAT-02: 'Live' while the socket is connected, 'Syncing' while messages are polled. */
export function LiveBadge({ isLive }: { readonly isLive: boolean }) {
  return (
    <Chip
      role="status"
      size="small"
      color={isLive ? 'primary' : 'secondary'}
      icon={isLive ? <LiveIcon aria-hidden /> : <SyncIcon aria-hidden />}
      label={isLive ? t('Live') : t('Syncing')}
    />
  );
}
