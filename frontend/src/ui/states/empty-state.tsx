import type { ReactNode } from 'react';
import Typography from '@mui/material/Typography';
import { styled } from '@mui/material/styles';

const Block = styled('div')(({ theme }) => ({
  borderInlineStart: `3px solid ${theme.vars.palette.line.waiting}`,
  paddingInlineStart: 19,
  paddingBlock: 8,
  maxWidth: '60ch',
}));
const Actions = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 12, marginBlockStart: 16 });

interface EmptyStateProps {
  readonly title: string;
  /** What will appear here, and how. */
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
}

/** The state of an empty list: says what will appear here, and offers the next action. */
export function EmptyState({ title, children, actions }: EmptyStateProps) {
  return (
    <Block>
      <Typography variant="h2">{title}</Typography>
      {children !== undefined && (
        <Typography component="div" color="textSecondary" sx={{ marginBlockStart: 1 }}>
          {children}
        </Typography>
      )}
      {actions !== undefined && <Actions>{actions}</Actions>}
    </Block>
  );
}
