import Chip from '@mui/material/Chip';
import { t } from '#frontend/lib/text.ts';
import { SensorsIcon, SyncIcon } from '#frontend/ui/feature-icons.tsx';

/** CHAT-02: 'Live' while the socket is connected, 'Syncing' while messages are polled. */
export function LiveBadge({ isLive }: { readonly isLive: boolean }) {
  return (
    <Chip
      role="status"
      size="small"
      color={isLive ? 'primary' : 'secondary'}
      icon={isLive ? <SensorsIcon aria-hidden /> : <SyncIcon aria-hidden />}
      label={isLive ? t('Live') : t('Syncing')}
    />
  );
}
