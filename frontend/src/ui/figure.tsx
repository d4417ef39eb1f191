import { styled } from '@mui/material/styles';
import { FONTS } from '#frontend/theme/tokens.ts';

/** An amount inside a line: in Literata, whose zero has no slash, lining and tabular. Alone it is `h5` or `h6`. */
export const Figure = styled('span')({ fontFamily: FONTS.reading, fontVariantNumeric: 'lining-nums tabular-nums' });
