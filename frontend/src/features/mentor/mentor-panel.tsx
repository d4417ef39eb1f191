import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import Backdrop from '@mui/material/Backdrop';
import Box from '@mui/material/Box';
import Drawer from '@mui/material/Drawer';
import GlobalStyles from '@mui/material/GlobalStyles';
import IconButton, { type IconButtonProps } from '@mui/material/IconButton';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { Theme } from '@mui/material/styles';
import { createLink } from '@tanstack/react-router';
import { focusHeading } from '#frontend/lib/navigation.ts';
import { t } from '#frontend/lib/text.ts';
import { RADIUS } from '#frontend/theme/tokens.ts';
import { OpenInFullIcon } from '#frontend/ui/feature-icons.tsx';
import { CloseIcon, ExpandMoreIcon } from '#frontend/ui/icons.tsx';

/** Height of the lesson's bar, in px; the companion is below it. */
const BAR_PX = 64;
/** A finger must move at least this far to resize the sheet, in px. */
const PULL_PX = 40;
const HALF = '54dvh';
/** At half height, the lesson can be scrolled to its end above the sheet. */
const BELOW_LESSON = { '#content': { paddingBlockEnd: `calc(${HALF} + 16px)` } } as const;
const FILLED = { display: 'flex', flexDirection: 'column', minHeight: 0 } as const;

const IconLink = createLink((props: IconButtonProps<'a'>) => <IconButton component="a" {...props} />);

interface MentorPanelProps {
  /** What the mentor knows, in a few words: `knows 2.2`. */
  readonly knows: string;
  /** How much of the lesson the sheet covers; null if the mentor is beside the lesson. */
  readonly sheet: 'half' | 'whole' | null;
  readonly onSheet: (height: 'half' | 'whole') => void;
  /** The conversation, for the link to its own page; undefined before the first question. */
  readonly sessionId: string | undefined;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The mentor beside a lesson, or as a sheet over its lower part. The page still belongs to the lesson, and its address does not change. */
export function MentorPanel({ knows, sheet, onSheet, sessionId, onClose, children }: MentorPanelProps) {
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const pulled = useRef(0);
  useOpener(frame);
  useHeightBelowBar(frame, sheet === null);
  // a pressed button that has been disabled since has lost the focus to the page
  const closeFromPage = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented && document.activeElement === document.body) onClose();
  });
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => closeFromPage(event);
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  const isWhole = sheet === 'whole';
  const head = (
    <Stack
      component="header"
      direction="row"
      onTouchStart={({ touches }) => (pulled.current = touches[0]?.clientY ?? 0)}
      onTouchEnd={({ changedTouches }) => {
        const by = (changedTouches[0]?.clientY ?? 0) - pulled.current;
        if (sheet === null || Math.abs(by) < PULL_PX) return;
        if (by < 0) onSheet('whole');
        else if (isWhole) onSheet('half');
        else onClose();
      }}
      sx={{
        flex: 'none',
        alignItems: 'center',
        gap: 1,
        padding: '8px 10px 8px 20px',
        ...(sheet === null
          ? { borderBlockEnd: '1px solid', borderColor: 'line.hairline' }
          : {
              position: 'relative',
              touchAction: 'none',
              paddingBlockStart: 2,
              '&::before': {
                content: '""',
                position: 'absolute',
                insetBlockStart: 8,
                insetInline: 'calc(50% - 20px)',
                height: 4,
                borderRadius: 2,
                bgcolor: 'line.hairline',
              },
            }),
      }}
    >
      <Box sx={{ flex: 1, minWidth: 0, display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', gap: '0 10px' }}>
        <Typography variant="h3" component="h2" id={id}>
          {t('AI Mentor')}
        </Typography>
        <Typography variant="body2" color="textSecondary" dir="auto">
          {knows}
        </Typography>
      </Box>
      {sheet === null ? (
        <IconLink to="/mentor" search={{ session: sessionId }} aria-label={t('Open AI Mentor')}>
          <OpenInFullIcon aria-hidden sx={{ fontSize: 18 }} />
        </IconLink>
      ) : (
        <IconButton
          aria-label={isWhole ? t('Shrink') : t('Expand')}
          aria-expanded={isWhole}
          onClick={() => onSheet(isWhole ? 'half' : 'whole')}
        >
          <ExpandMoreIcon aria-hidden sx={isWhole ? undefined : { transform: 'rotate(180deg)' }} />
        </IconButton>
      )}
      <IconButton aria-label={t('Close')} onClick={onClose}>
        <CloseIcon aria-hidden fontSize="small" />
      </IconButton>
    </Stack>
  );
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented) return onClose();
    // at full height it covers the lesson, so the focus stays in the sheet
    if (event.key !== 'Tab' || !isWhole) return;
    const stops = [...(frame.current?.querySelectorAll<HTMLElement>('a[href], button:enabled, textarea, [role="button"]') ?? [])];
    const [from, to] = event.shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]];
    if (document.activeElement !== from && !(event.shiftKey && document.activeElement === frame.current)) return;
    event.preventDefault();
    to?.focus();
  };
  if (sheet === null)
    return (
      <Paper
        ref={frame}
        component="section"
        square
        elevation={0}
        aria-labelledby={id}
        tabIndex={-1}
        onKeyDown={onKeyDown}
        sx={{
          ...FILLED,
          height: `calc(100dvh - ${BAR_PX}px)`,
          borderInlineStart: '1px solid',
          borderColor: 'line.hairline',
          outline: 'none',
        }}
      >
        {head}
        {children}
      </Paper>
    );
  return (
    <>
      <GlobalStyles styles={BELOW_LESSON} />
      <Backdrop open={isWhole} onClick={() => onSheet('half')} sx={{ zIndex: ({ zIndex }) => zIndex.drawer }} />
      <Drawer
        open
        variant="persistent"
        anchor="bottom"
        slotProps={{
          paper: {
            ref: frame,
            role: 'dialog',
            'aria-modal': isWhole || undefined,
            'aria-labelledby': id,
            tabIndex: -1,
            onKeyDown,
            sx: {
              ...FILLED,
              boxSizing: 'border-box',
              height: isWhole ? 'calc(100dvh - 64px)' : HALF,
              maxWidth: 640,
              marginInline: 'auto',
              borderRadius: `${RADIUS.card}px ${RADIUS.card}px 0 0`,
              border: '1px solid',
              borderBlockEnd: 0,
              borderColor: 'line.hairline',
              boxShadow: ({ vars }: Theme) => vars!.palette.shadow.soft,
              outline: 'none',
              transition: 'height 200ms ease-out !important',
              '@media (prefers-reduced-motion: reduce)': { transition: 'none !important' },
            },
          },
        }}
      >
        {head}
        {children}
      </Drawer>
    </>
  );
}

/** Takes the focus (on touch devices without opening the keyboard), and returns it to the opener. */
function useOpener(frame: RefObject<HTMLElement | null>): void {
  const opener = useRef<Element | null>(null);
  useLayoutEffect(() => {
    opener.current = document.activeElement;
    const field = matchMedia('(pointer: fine)').matches ? frame.current?.querySelector('textarea') : null;
    (field ?? frame.current)?.focus({ preventScroll: true });
  }, [frame]);
  useEffect(
    () => () => {
      const from = opener.current;
      if (from instanceof HTMLElement && from !== document.body && from.isConnected) from.focus({ preventScroll: true });
      else focusHeading();
    },
    [],
  );
}

/** Makes the companion end at the bottom of the window, also while the header above the lesson's bar is still in view. */
function useHeightBelowBar(frame: RefObject<HTMLElement | null>, isBeside: boolean): void {
  useLayoutEffect(() => {
    if (!isBeside) return;
    const measure = () => {
      const top = frame.current?.getBoundingClientRect().top ?? 0;
      frame.current?.style.setProperty('height', `calc(100dvh - ${Math.max(BAR_PX, Math.round(top))}px)`);
    };
    measure();
    addEventListener('scroll', measure, { passive: true });
    addEventListener('resize', measure);
    return () => {
      removeEventListener('scroll', measure);
      removeEventListener('resize', measure);
    };
  }, [frame, isBeside]);
}
