import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { t } from '#frontend/lib/text.ts';
import type { SaverState } from './outline-saver.ts';

const Block = styled('section')(({ theme }) => ({
  marginBlockStart: 24,
  paddingInlineStart: 16,
  paddingBlock: 4,
  borderInlineStart: `3px solid ${theme.vars.palette.error.main}`,
  '& h2': { ...theme.typography.h3, margin: '0 0 4px' },
  '& p': { margin: '0 0 12px', maxWidth: '60ch' },
}));
const Acts = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 12 });

/** Whether the server has the outline as it is on the screen, in words; empty before anything was changed. */
export function savedWords({ kind, reason }: SaverState): string {
  if (kind === 'untouched' || kind === 'over') return '';
  if (kind === 'saved') return t('Your changes are saved.');
  if (kind === 'saving') return t('Saving…');
  if (kind === 'conflict') return t('Not saved: the outline was changed elsewhere');
  return reason === undefined ? t('Not saved: no connection') : t('Not saved: {reason}', { reason });
}

interface OutlineConflictProps {
  readonly onKeepMine: () => void;
  readonly onTakeTheirs: () => void;
}

/** The same outline was changed elsewhere meanwhile: one of the two goes on. */
export function OutlineConflict({ onKeepMine, onTakeTheirs }: OutlineConflictProps) {
  return (
    <Block aria-label={t('Changed elsewhere')} role="alert">
      <h2>{t('The outline was changed elsewhere')}</h2>
      <p>{t('Another tab or device has changed it since you opened it. Keep what is shown here, or take the other one.')}</p>
      <Acts>
        <Button variant="contained" onClick={onKeepMine}>
          {t('Keep mine')}
        </Button>
        <Button variant="outlined" color="inherit" onClick={onTakeTheirs}>
          {t('Take the other')}
        </Button>
      </Acts>
    </Block>
  );
}
