import type { ReactNode } from 'react';
import Dialog from '@mui/material/Dialog';
import Typography from '@mui/material/Typography';
import { styled } from '@mui/material/styles';
import { useDialogClose } from './close-dialog.ts';

const Body = styled('div')({ padding: '20px 24px 24px' });
const Text = styled('div')({ '& p': { margin: '8px 0 0' } });
const Actions = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 12, marginBlockStart: 24 });

interface AskDialogProps {
  readonly title: string;
  readonly onClose: () => void;
  /** What exactly will happen. */
  readonly children: ReactNode;
  /** One button for each outcome, named after its action. */
  readonly actions: ReactNode;
  /** Shows long texts side by side; a screen reader does not read them out when it opens. */
  readonly isWide?: boolean;
}

/** A question that must be answered before an action. Escape and a click outside change nothing. */
export function AskDialog({ title, onClose, children, actions, isWide = false }: AskDialogProps) {
  const close = useDialogClose(onClose);
  return (
    <Dialog
      open
      onClose={close}
      aria-labelledby="ask-title"
      {...(!isWide && { 'aria-describedby': 'ask-text' })}
      maxWidth={false}
      slotProps={{ paper: { sx: { maxWidth: isWide ? 1080 : 560 } } }}
    >
      <Body>
        <Typography variant="h2" id="ask-title">
          {title}
        </Typography>
        <Text id="ask-text">{children}</Text>
        <Actions>{actions}</Actions>
      </Body>
    </Dialog>
  );
}
