import Stack, { type StackProps } from '@mui/material/Stack';

/** A row of buttons that wraps. */
export function ActionRow(props: StackProps) {
  return <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', gap: '8px 12px', alignItems: 'end', marginBlock: 1.5 }} {...props} />;
}
