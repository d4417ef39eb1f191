import { useEffect, useState } from 'react';
import Button from '@mui/material/Button';
import Snackbar from '@mui/material/Snackbar';
import { deliverActs, discardActs, onSent, waitingActs } from '#frontend/lib/outbox/outbox.ts';
import { askBeforeSignOut, getSession } from '#frontend/lib/session/session.ts';
import { queryClient } from '#frontend/lib/query-client.ts';
import { readOffline, takeUpdate } from '#frontend/worker/read-offline.ts';
import { t } from '#frontend/lib/text.ts';
import { UnsentDialog, type Leaving } from './unsent-dialog.tsx';

interface Unsent {
  readonly count: number;
  readonly answer: (answer: Leaving) => void;
}

/**
 * Installs the service worker for offline reading, delivers what waits on this device, asks before signing out while something
 * waits, and asks before activating a new version of the app.
 */
export default function UpdateBar() {
  const [isWaiting, setWaiting] = useState(false);
  const [unsent, setUnsent] = useState<Unsent | null>(null);
  useEffect(
    () =>
      askBeforeSignOut(async () => {
        const count = waitingActs().length;
        const userId = getSession().user?.user_id;
        if (count === 0 || userId === undefined) return true;
        const answer = await new Promise<Leaving>((resolve) => setUnsent({ count, answer: resolve }));
        setUnsent(null);
        if (answer === 'delete') await discardActs(userId);
        return answer !== 'stay';
      }),
    [],
  );
  useEffect(() => {
    // in development a cached bundle would hide changes
    if (import.meta.env.PROD) void readOffline(() => setWaiting(true));
    deliverActs();
    // what is on the screen is from before
    return onSent(() => void queryClient.invalidateQueries());
  }, []);
  if (unsent) return <UnsentDialog count={unsent.count} onAnswer={unsent.answer} />;
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
