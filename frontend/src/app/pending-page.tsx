import { styled } from '@mui/material/styles';
import { PAGE_PX } from '#frontend/theme/tokens.ts';
import { LoadingState } from '#frontend/ui/states/loading-state.tsx';

const Frame = styled('div')(({ theme }) => ({
  maxWidth: PAGE_PX,
  padding: '72px 16px',
  [theme.breakpoints.up('md')]: { paddingInline: 40 },
}));

/** Shown while a screen's code is loading. */
export function PendingPage() {
  return (
    <Frame>
      <LoadingState rows={5} />
    </Frame>
  );
}
