import type { ReactNode } from 'react';
import Divider from '@mui/material/Divider';
import Stack from '@mui/material/Stack';

/** On/off settings, separated by rules. */
export function SwitchRows({ children }: { readonly children: ReactNode }) {
  return (
    <Stack divider={<Divider />} sx={{ gap: 1, width: '100%' }}>
      {children}
    </Stack>
  );
}
