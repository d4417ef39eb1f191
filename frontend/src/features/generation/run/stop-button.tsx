import { useState } from 'react';
import Button from '@mui/material/Button';
import type { StatusEnvelope } from '#contract/generation/course-status.contract.ts';
import { t } from '#frontend/lib/text.ts';
import { latePart } from '#frontend/ui/states/late-part.tsx';

const StopDialog = latePart(() => import('./stop-dialog.tsx'));

/** Asks whether and how to stop; the press alone stops nothing. */
export function StopButton({ run }: { readonly run: StatusEnvelope }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button variant="outlined" color="inherit" aria-haspopup="dialog" onClick={() => setAsking(true)}>
        {t('Stop')}
      </Button>
      {isAsking && <StopDialog run={run} onClose={() => setAsking(false)} onMissing={() => setAsking(false)} />}
    </>
  );
}
