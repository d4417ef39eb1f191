import { useState } from 'react';
import Button from '@mui/material/Button';
import { t } from '#frontend/lib/text.ts';
import { toast } from '#frontend/lib/toast.ts';
import { FormDialog } from '#frontend/ui/dialogs/form-dialog.tsx';
import { FormMessage } from '#frontend/ui/fields/form-message.tsx';
import { EmptyState } from '#frontend/ui/states/empty-state.tsx';
import type { Located } from './use-position.ts';

interface EnableLocationProps {
  readonly located: Located;
  readonly onAsk: () => void;
  /** Shows the map's default centre (LOC-02), without the user's position. */
  readonly onLookElsewhere: () => void;
}

/** LOC-05, LOC-19: the browser's permission is requested only after a click. */
export function EnableLocation({ located, onAsk, onLookElsewhere }: EnableLocationProps) {
  const [isExplained, setExplained] = useState(false);
  return (
    <EmptyState
      title={t('Enable Location Access')}
      actions={
        <>
          <Button variant="contained" aria-busy={located.isAsking} onClick={onAsk}>
            {t('Enable Location Services')}
          </Button>
          <Button variant="outlined" color="inherit" onClick={onLookElsewhere}>
            {t('Look around Greenwich instead')}
          </Button>
          <Button color="inherit" onClick={() => setExplained(true)}>
            {t('How it works')}
          </Button>
        </>
      }
    >
      <p style={{ margin: '0 0 8px' }}>
        {t(
          'Your browser is asked where you are when you press the button, not before. Only the square of 500 m you are in is sent, and nothing is kept unless you agree to be found.',
        )}
      </p>
      {located.permission === 'denied' && <p style={{ margin: 0 }}>{t('Location access needed for nearby learners and events')}</p>}
      <FormMessage message={located.problem ? { kind: 'error', text: located.problem } : null} />
      {isExplained && (
        <FormDialog
          title={t('Location-Based Learning Hub')}
          onClose={() => setExplained(false)}
          actions={
            <Button
              variant="contained"
              onClick={() => {
                toast('info', t('Press Enable Location Services to look around you.'));
                setExplained(false);
              }}
            >
              {t('Explore Location Features')}
            </Button>
          }
        >
          <ul style={{ margin: 0 }}>
            <li>{t('Learners within 10 km who agreed to be found, if you agree too.')}</li>
            <li>{t('Events within 25 km: free ones, and ones with a fee.')}</li>
            <li>{t('Places to study within 5 km, added and rated by people.')}</li>
            <li>{t('Everybody is shown by a square of 500 m. Location is off for minors.')}</li>
          </ul>
        </FormDialog>
      )}
    </EmptyState>
  );
}
