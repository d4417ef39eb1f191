import { useState } from 'react';
import type { StatusEnvelope } from '#contract/generation/course-status.contract.ts';
import { t, translateServerText } from '#frontend/lib/text.ts';
import { InfoIcon } from '#frontend/ui/icons.tsx';
import IconButton from '@mui/material/IconButton';

/** A button beside an estimate that shows what it rests on. Renders nothing without an estimate. */
export function EstimateBasis({ eta, words }: { readonly eta: StatusEnvelope['eta']; readonly words: string | null }) {
  const [isOpen, setOpen] = useState(false);
  if (!eta || words === null) return null;
  return (
    <>
      <IconButton
        type="button"
        sx={{ marginBlock: '-12px' }}
        aria-label={t('What this estimate is based on')}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <InfoIcon fontSize="small" />
      </IconButton>
      {isOpen && <span>{translateServerText(eta.basis, eta.basis_words)}</span>}
    </>
  );
}
