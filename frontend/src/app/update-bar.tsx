import { useEffect, useState } from 'react';
import Button from '@mui/material/Button';
import Snackbar from '@mui/material/Snackbar';
import Typography from '@mui/material/Typography';
import { focusOnMount } from '#frontend/lib/navigation.ts';
import { deliverActs, deliverWithin, discardActs, onSent } from '#frontend/lib/outbox/outbox.ts';
import { askBeforeSignOut, getSession } from '#frontend/lib/session/session.ts';
import { queryClient } from '#frontend/lib/query-client.ts';
import { readOffline, takeUpdate } from '#frontend/worker/read-offline.ts';
import { t } from '#frontend/lib/text.ts';
import { AskDialog } from '#frontend/ui/dialogs/ask-dialog.tsx';

/** What becomes of changes that were not sent when their author signs out. */
type Leaving = 'stay' | 'keep' | 'delete';

/** How long a sign-out waits for what is on its way, in ms. */
const DELIVERY_MS = 2_000;

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
        const count = await deliverWithin(DELIVERY_MS);
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

interface UnsentDialogProps {
  /** How many changes wait on this device. */
  readonly count: number;
  readonly onAnswer: (answer: Leaving) => void;
}

/** Asks before a sign-out what becomes of the changes that wait on this device. */
function UnsentDialog({ count, onAnswer }: UnsentDialogProps) {
  return (
    <AskDialog
      title={t('{n, plural, one {# change has not been sent} other {# changes have not been sent}}', { n: count })}
      onClose={() => onAnswer('stay')}
      actions={
        <>
          <Button variant="contained" onClick={() => onAnswer('stay')} ref={focusOnMount}>
            {t('Stay signed in')}
          </Button>
          <Button color="inherit" onClick={() => onAnswer('keep')}>
            {t('Sign out')}
          </Button>
          <Button color="error" onClick={() => onAnswer('delete')}>
            {t('Sign out and delete')}
          </Button>
        </>
      }
    >
      <Typography>
        {t('After signing out, they stay on this device and are sent when you sign in here again. Nobody else can see them in the app.')}
      </Typography>
      <Typography>{t('If others use this device too, you can delete them instead.')}</Typography>
    </AskDialog>
  );
}
