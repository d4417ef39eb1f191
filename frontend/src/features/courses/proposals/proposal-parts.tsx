import { styled } from '@mui/material/styles';

export const Words = styled('span')({ flex: '1 1 12rem', minWidth: 0 });
export const Aside = styled('span')(({ theme }) => ({
  ...theme.typography.body2,
  flex: '0 1 auto',
  minWidth: 0,
  color: theme.vars.palette.text.secondary,
}));
