import { styled } from '@mui/material/styles';

/** A column of links in the profile menu; two columns with `data-dense`. */
export const MenuLinks = styled('div')({
  display: 'grid',
  justifyItems: 'start',
  marginInline: -8,
  '& > a': { minWidth: 0, textAlign: 'start' },
  '&[data-dense]': { gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 9.5rem), 1fr))' },
});
