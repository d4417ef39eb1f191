import type { ReactNode } from 'react';
import { styled } from '@mui/material/styles';
import { Brand } from '#frontend/ui/brand.tsx';

const Bar = styled('header')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 16,
  minHeight: 64,
  maxWidth: 1080,
  marginInline: 'auto',
  paddingInline: 16,
  [theme.breakpoints.up('md')]: { minHeight: 80, paddingInline: 40 },
}));
const Main = styled('main')(({ theme }) => ({
  maxWidth: 1080,
  marginInline: 'auto',
  padding: '16px 16px 64px',
  [theme.breakpoints.up('md')]: { paddingInline: 40 },
}));

/** The frame of the screens anybody may see. */
export function PublicFrame({ aside, children }: { readonly aside?: ReactNode; readonly children: ReactNode }) {
  return (
    <>
      <Bar>
        <Brand />
        {aside}
      </Bar>
      <Main>{children}</Main>
    </>
  );
}
