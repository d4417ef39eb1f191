import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { isProblem } from '#frontend/lib/drafts/saver-state.ts';
import { t } from '#frontend/lib/text.ts';
import { VisuallyHidden } from '#frontend/ui/visually-hidden.tsx';
import type { SaveState } from './autosave.ts';
import { saveText } from './save-words.ts';

const Bar = styled('div')(({ theme }) => ({
  position: 'sticky',
  insetBlockStart: 0,
  zIndex: 2,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '4px',
  marginBlockEnd: 16,
  paddingBlock: 8,
  backgroundColor: theme.vars.palette.background.default,
  borderBlockEnd: `1px solid ${theme.vars.palette.line.hairline}`,
}));
const State = styled('span')(({ theme }) => ({
  ...theme.typography.body2,
  flex: '1 1 6rem',
  paddingInlineStart: 12,
  borderInlineStart: `3px solid ${theme.vars.palette.primary.main}`,
  '&[data-kind="typed"], &[data-kind="saving"]': {
    borderInlineStartStyle: 'dashed',
    borderInlineStartColor: theme.vars.palette.secondary.main,
  },
  '&[data-problem]': { flexBasis: '12rem', borderInlineStartColor: theme.vars.palette.error.main, fontWeight: 600 },
}));

interface EditorBarProps {
  readonly state: SaveState;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly isPreviewShown: boolean;
  readonly onUndo: () => void;
  readonly onRedo: () => void;
  readonly onPreview: () => void;
  /** In a conflict: scrolls to the choice, which may be far above the caret. */
  readonly onDecide: (() => void) | null;
}

/** The save state, with undo and redo. */
export function EditorBar({ state, canUndo, canRedo, isPreviewShown, onUndo, onRedo, onPreview, onDecide }: EditorBarProps) {
  return (
    <Bar>
      <State data-kind={state.kind} data-problem={isProblem(state) || undefined}>
        {saveText(state)}
      </State>
      {/* Announcing 'Saving' and 'Saved' at every pause would be noise. */}
      <VisuallyHidden role="status">{isProblem(state) && saveText(state)}</VisuallyHidden>
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
      <Button color="inherit" aria-pressed={isPreviewShown} onClick={onPreview}>
        {isPreviewShown ? t('Hide preview') : t('Show preview')}
      </Button>
    </Bar>
  );
}
