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

/** Installs the worker that reading without a connection needs, sends what was done without one, and asks before another version of the app is shown. */
export default function UpdateBar() {
  const [isWaiting, setWaiting] = useState(false);
  useEffect(() => {
    // in development the files change under it
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
