import type { ReactNode, SyntheticEvent } from 'react';
import { styled } from '@mui/material/styles';

const Lines = styled('span')(({ theme }) => ({
  overflowWrap: 'anywhere',
  [theme.breakpoints.up('md')]: {
    display: '-webkit-box',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: 2,
    overflow: 'hidden',
    // the ring of a link inside would be cut with the words
    '& a:focus-visible': { outlineOffset: -2 },
  },
}));

/** Only what does not fit is said again. */
function sayWhole({ currentTarget: box }: SyntheticEvent<HTMLElement>): void {
  if (box.scrollHeight - box.clientHeight > 2) box.title = (box.textContent ?? '').trim();
  else box.removeAttribute('title');
}

/** A name in a row of a table: at most two lines, so that one long name does not make a row of many; the tooltip has the whole of it. */
export const CutText = ({ children }: { readonly children: ReactNode }) => (
  <Lines onPointerEnter={sayWhole} onFocus={sayWhole}>
    {children}
  </Lines>
);
