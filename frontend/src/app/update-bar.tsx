import { useEffect, useState } from 'react';
import Button from '@mui/material/Button';
import Snackbar from '@mui/material/Snackbar';
import { deliverActs, onSent } from '#frontend/lib/outbox/outbox.ts';
import { queryClient } from '#frontend/lib/query-client.ts';
import { readOffline, takeUpdate } from '#frontend/worker/read-offline.ts';
import { t } from '#frontend/lib/text.ts';

/** Installs the service worker for offline reading, delivers what waits on this device, and asks before activating a new version of the app. */
export default function UpdateBar() {
  const [isWaiting, setWaiting] = useState(false);
  useEffect(() => {
    // in development a cached bundle would hide changes
    if (import.meta.env.PROD) void readOffline(() => setWaiting(true));
    deliverActs();
    // what is on the screen is from before
    return onSent(() => void queryClient.invalidateQueries());
  }, []);
  if (!isWaiting) return null;
  return (
    <Snackbar
      open
      anchorOrigin={{ vertical: 'bottom', horizontal: 'center' }}
      role="status"
      slotProps={{ content: { role: 'none' } }}
      message={t('A newer version is ready.')}
      action={
        <>
          <Button color="inherit" onClick={() => void takeUpdate()}>
            {t('Reload')}
          </Button>
          <Button color="inherit" onClick={() => setWaiting(false)}>
            {t('Later')}
          </Button>
        </>
      }
    />
  );
}
