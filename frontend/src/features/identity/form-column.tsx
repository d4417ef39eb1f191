import Stack, { type StackProps } from '@mui/material/Stack';

/** A screen with one form. */
export function Column(props: StackProps) {
  return <Stack sx={{ gap: 2.5, maxWidth: 420 }} {...props} />;
}

/** Fields in a column. */
export function Fields(props: StackProps<'form'>) {
  return <Stack component="form" sx={{ gap: 2 }} {...props} />;
}
