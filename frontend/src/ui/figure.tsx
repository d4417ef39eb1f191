import { styled } from '@mui/material/styles';
import { FONTS } from '#frontend/theme/tokens.ts';

/**
 * A number inside a line: in Literata, whose zero has no slash, with lining and tabular digits. For a number on its own, use `h5` or `h6`.
 */
export const Figure = styled('span')({ fontFamily: FONTS.reading, fontVariantNumeric: 'lining-nums tabular-nums' });
