import type { ReactNode, SyntheticEvent } from 'react';
import { styled } from '@mui/material/styles';

const Lines = styled('span')(({ theme }) => ({
  overflowWrap: 'anywhere',
  [theme.breakpoints.up('md')]: {
    display: '-webkit-box',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: 2,
    overflow: 'hidden',
    // the focus ring of a link inside would be cut off with the words
    '& a:focus-visible': { outlineOffset: -2 },
  },
}));

/** Shows a tooltip only if the text does not fit. */
function sayWhole({ currentTarget: box }: SyntheticEvent<HTMLElement>): void {
  if (box.scrollHeight - box.clientHeight > 2) box.title = (box.textContent ?? '').trim();
  else box.removeAttribute('title');
}

/** A name in a table row: at most two lines, so that a long name does not make the row tall; the tooltip has the full name. */
export const CutText = ({ children }: { readonly children: ReactNode }) => (
  <Lines onPointerEnter={sayWhole} onFocus={sayWhole}>
    {children}
  </Lines>
);
