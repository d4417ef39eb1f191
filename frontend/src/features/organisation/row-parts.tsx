import { styled } from '@mui/material/styles';

export const Main = styled('span')(({ theme }) => ({
  flex: '1 1 100%',
  minWidth: 0,
  paddingBlock: 4,
  overflowWrap: 'anywhere',
  [theme.breakpoints.up('md')]: { flex: '1 1 14rem' },
}));
export const Facts = styled('span')(({ theme }) => ({
  ...theme.typography.body2,
  display: 'block',
  color: theme.vars.palette.text.secondary,
}));
export const Figure = styled('span')(({ theme }) => ({
  ...theme.typography.body2,
  marginInlineStart: 'auto',
  textAlign: 'end',
}));
