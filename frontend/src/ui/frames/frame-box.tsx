import type { BoxProps } from '@mui/material/Box';
import { styled } from '@mui/material/styles';
import { COLUMNS_FROM_PX, COMPANION_PX, CONSOLE_PX, CONTENTS_PX, FRAME_PX, GUTTER_PX, NARROW_PX, PAGE_PX } from '#frontend/theme/tokens.ts';

const BESIDE = `@media (min-width: ${COLUMNS_FROM_PX}px)`;

/** Width and gutters of a frame, centred beside the rail. `data-frame` names it, also for `npm run screens`. */
export const FrameBox = styled('div')(({ theme }) => ({
  boxSizing: 'border-box',
  marginInline: 'auto',
  maxWidth: FRAME_PX + 2 * GUTTER_PX.wide,
  paddingInline: GUTTER_PX.phone,
  paddingBlock: '16px 48px',
  [theme.breakpoints.up('md')]: { paddingInline: GUTTER_PX.wide, paddingBlock: '28px 64px' },
  '&:has(> [data-columns="contents main companion"])': { maxWidth: PAGE_PX + 2 * GUTTER_PX.wide },
  '&[data-frame="console"]': {
    maxWidth: CONSOLE_PX,
    paddingBlock: '12px 40px',
    [theme.breakpoints.up('md')]: { paddingInline: 28, paddingBlock: '20px 40px' },
  },
}));

/**
 * The columns of a frame's content, beside each other from 1,200 px on and stacked on narrower screens; `data-columns` says which exist.
 * The width of a column does not depend on its content.
 */
export const FrameColumns = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 32,
  alignItems: 'start',
  [BESIDE]: {
    columnGap: 40,
    '&[data-columns="contents main companion"]': {
      gridTemplateColumns: [
        `minmax(${NARROW_PX.contents}px, ${CONTENTS_PX}px)`,
        `minmax(${NARROW_PX.text}px, 1fr)`,
        `minmax(${NARROW_PX.companion}px, ${COMPANION_PX}px)`,
      ].join(' '),
    },
    '&[data-columns="contents main"]': { gridTemplateColumns: `${CONTENTS_PX}px minmax(0, 1fr)` },
    '&[data-columns="main companion"]': { gridTemplateColumns: `minmax(0, 1fr) ${COMPANION_PX}px` },
    '&[data-columns="main aside"]': { gridTemplateColumns: 'minmax(0, 1fr) 360px' },
    '&[data-columns="main preview"]': { gridTemplateColumns: 'minmax(0, 1fr) minmax(360px, 440px)' },
    '&[data-columns="main panel"]': { gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 24rem)', columnGap: 16 },
  },
});

const Column = styled('div')({
  minWidth: 0,
  [BESIDE]: { position: 'sticky', insetBlockStart: 'min(var(--frame-bar, 0px) + 16px, 100dvh - var(--column-height, 0px) - 16px)' },
});

interface SideColumnProps extends Pick<BoxProps, 'aria-label' | 'sx' | 'children'> {
  readonly as?: 'nav' | 'aside' | 'section';
}

function keepHeight(column: HTMLElement | null) {
  if (!column) return undefined;
  const resized = new ResizeObserver(() => column.style.setProperty('--column-height', `${column.offsetHeight}px`));
  resized.observe(column);
  return () => resized.disconnect();
}

/**
 * A column beside the content that stays in view while the content scrolls, below a bar of `--frame-bar`'s height. A column longer than the
 * window scrolls with the content to its own end, so that nothing is cut off.
 */
export function SideColumn(props: SideColumnProps) {
  return <Column ref={keepHeight} {...props} />;
}
