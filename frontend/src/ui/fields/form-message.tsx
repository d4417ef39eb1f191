import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';

export interface Message {
  readonly kind: 'error' | 'info';
  readonly text: string;
}

/** One message. It is not a live region: the region around it announces it. */
export function MessageLine({ kind, text }: Message) {
  return (
    <Alert severity={kind} role="none">
      {text}
    </Alert>
  );
}

/**
 * The form's status message, announced when it changes. The regions are always rendered, because a live region must exist before its text
 * changes.
 */
export function FormMessage({ message }: { readonly message: Message | null }) {
  return (
    // without a message it adds no gap to the form
    <Box sx={{ '&:not(:has(> div > *))': { position: 'absolute' } }}>
      <div role="alert">{message?.kind === 'error' && <MessageLine {...message} />}</div>
      <div role="status">{message?.kind === 'info' && <MessageLine {...message} />}</div>
    </Box>
  );
}
