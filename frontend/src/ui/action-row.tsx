import Stack, { type StackProps } from '@mui/material/Stack';

const ROW = { flexWrap: 'wrap', gap: '8px 12px', alignItems: 'end', marginBlock: 1.5 } as const;

/** A row of buttons that wraps. */
export function ActionRow({ sx, ...props }: StackProps) {
  return <Stack direction="row" useFlexGap sx={[ROW, ...(Array.isArray(sx) ? sx : [sx])]} {...props} />;
}
