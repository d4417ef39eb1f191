import { styled } from '@mui/material/styles';
import { TYPE_SCALE } from '#frontend/theme/tokens.ts';

/** The specified label of the most popular offer: 'POPULAR', 'MOST POPULAR'. */
export const PopularMark = styled('span')(({ theme }) => ({
  fontSize: TYPE_SCALE.small,
  fontWeight: 700,
  lineHeight: 1.4,
  letterSpacing: '0.04em',
  whiteSpace: 'nowrap',
  color: theme.vars.palette.primary.main,
}));
