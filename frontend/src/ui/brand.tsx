import { Link } from '@tanstack/react-router';
import { styled } from '@mui/material/styles';
import { PRODUCT } from '#contract/product.ts';
import { FONTS, TYPE_SCALE } from '#frontend/theme/tokens.ts';

const Name = styled(Link)(({ theme }) => ({
  fontFamily: FONTS.reading,
  fontSize: TYPE_SCALE.title,
  fontWeight: 600,
  lineHeight: 1.5,
  color: theme.vars.palette.text.primary,
  textDecoration: 'none',
  paddingInlineStart: 10,
  borderInlineStart: `3px solid ${theme.vars.palette.primary.main}`,
  [theme.breakpoints.down('lg')]: {
    fontSize: TYPE_SCALE.lead,
    // high enough for a finger, however small its letters are
    lineHeight: 'max(1.3em, 24px)',
  },
  '@media (width < 360px)': { fontSize: '0.875rem' },
}));

/** The product's name with its margin rule; links to the home page. */
export function Brand() {
  return <Name to="/">{PRODUCT}</Name>;
}
