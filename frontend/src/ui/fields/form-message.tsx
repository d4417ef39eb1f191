import { styled } from '@mui/material/styles';
import { TYPE_SCALE } from '#frontend/theme/tokens.ts';

export interface Message {
  readonly kind: 'error' | 'info';
  readonly text: string;
}

/** One message with its mark; `data-kind="error"` for an error. */
export const MessageLine = styled('p')(({ theme }) => ({
  margin: 0,
  paddingInlineStart: 12,
  paddingBlock: 4,
  fontSize: TYPE_SCALE.body,
  overflowWrap: 'anywhere',
  borderInlineStart: `3px solid ${theme.vars.palette.info.main}`,
  '&[data-kind="error"]': { color: theme.vars.palette.error.main, borderColor: theme.vars.palette.error.main },
}));

/**
 * The form's status message, announced when it changes. The regions are always rendered, because a live region must exist before its text
 * changes.
 */
export function FormMessage({ message }: { readonly message: Message | null }) {
  return (
    <div>
      <div role="alert">{message?.kind === 'error' && <MessageLine data-kind="error">{message.text}</MessageLine>}</div>
      <div role="status">{message?.kind === 'info' && <MessageLine>{message.text}</MessageLine>}</div>
    </div>
  );
}
