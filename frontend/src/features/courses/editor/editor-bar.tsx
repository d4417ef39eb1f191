import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { isProblem } from '#frontend/lib/drafts/saver-state.ts';
import { t } from '#frontend/lib/text.ts';
import { CloudDoneIcon, CloudOffIcon, CloudSyncIcon } from '#frontend/ui/feature-icons.tsx';
import { StickyBar } from '#frontend/ui/sticky-bar.tsx';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import type { SaveState } from './autosave.ts';
import { saveText } from './save-words.ts';

interface EditorBarProps {
  readonly state: SaveState;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** Room for text and preview side by side; otherwise one of them is shown. */
  readonly isWide: boolean;
  readonly isPreviewShown: boolean;
  readonly onUndo: () => void;
  readonly onRedo: () => void;
  readonly onPreview: (isShown: boolean) => void;
  /** In a conflict: scrolls to the choice, which may be far above the caret. */
  readonly onDecide: (() => void) | null;
}

/** The save state, with undo and redo, and the choice of what is shown. */
export function EditorBar(props: EditorBarProps) {
  const { state, canUndo, canRedo, isWide, isPreviewShown, onUndo, onRedo, onPreview, onDecide } = props;
  const hasProblem = isProblem(state);
  const Icon = hasProblem ? CloudOffIcon : state.kind === 'saved' ? CloudDoneIcon : CloudSyncIcon;
  return (
    <StickyBar>
      <Stack direction="row" sx={{ flex: `1 1 ${hasProblem ? 12 : 6}rem`, alignItems: 'center', gap: 1 }}>
        <Icon fontSize="small" color={hasProblem ? 'error' : 'primary'} aria-hidden />
        <Typography component="span" variant={hasProblem ? 'subtitle2' : 'body2'}>
          {saveText(state)}
        </Typography>
      </Stack>
      {/* Announcing 'Saving' and 'Saved' at every pause would be noise. */}
      <VisuallyHidden role="status">{hasProblem && saveText(state)}</VisuallyHidden>
      {onDecide && (
        <Button variant="outlined" color="inherit" onClick={onDecide}>
          {t('Decide')}
        </Button>
      )}
      <Button color="inherit" disabled={!canUndo} onClick={onUndo} aria-keyshortcuts="Control+Z">
        {t('Undo')}
      </Button>
      <Button color="inherit" disabled={!canRedo} onClick={onRedo} aria-keyshortcuts="Control+Shift+Z">
        {t('Redo')}
      </Button>
      {isWide ? (
        <Button color="inherit" aria-pressed={isPreviewShown} onClick={() => onPreview(!isPreviewShown)}>
          {isPreviewShown ? t('Hide preview') : t('Show preview')}
        </Button>
      ) : (
        <ToggleButtonGroup
          exclusive
          size="small"
          aria-label={t('Shown')}
          value={isPreviewShown}
          onChange={(_, isShown: boolean | null) => isShown !== null && onPreview(isShown)}
        >
          <ToggleButton value={false}>{t('Write')}</ToggleButton>
          <ToggleButton value>{t('Preview')}</ToggleButton>
        </ToggleButtonGroup>
      )}
    </StickyBar>
  );
}
