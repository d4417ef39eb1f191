import { useEffect, useState } from 'react';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { readOffline, takeUpdate } from '#frontend/worker/read-offline.ts';
import { deliverWhenOnline } from '#frontend/lib/outbox/deliver.ts';
import { t } from '#frontend/lib/text.ts';

const Bar = styled('div')(({ theme }) => ({
  position: 'fixed',
  insetInline: 16,
  insetBlockEnd: 16,
  zIndex: theme.zIndex.snackbar,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '4px 16px',
  maxWidth: '34rem',
  marginInline: 'auto',
  padding: '8px 16px',
  borderRadius: 4,
  backgroundColor: theme.vars.palette.background.paper,
  border: `1px solid ${theme.vars.palette.text.primary}`,
  '& > p': { flex: '1 1 14rem', margin: 0 },
}));

/** Installs the service worker for offline reading, sends queued actions, and asks before activating a new version of the app. */
export default function UpdateBar() {
  const [isWaiting, setWaiting] = useState(false);
  useEffect(() => {
    // in development a cached bundle would hide changes
    if (import.meta.env.PROD) void readOffline(() => setWaiting(true));
    deliverWhenOnline();
  }, []);
  if (!isWaiting) return null;
  return (
    <Bar role="status">
      <p>{t('A newer version is ready.')}</p>
      <Button onClick={() => void takeUpdate()}>{t('Reload')}</Button>
      <Button color="inherit" onClick={() => setWaiting(false)}>
        {t('Later')}
      </Button>
    </Bar>
  );
}
