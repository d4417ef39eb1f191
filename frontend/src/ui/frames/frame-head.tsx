import { createContext, useContext, useEffect, type ReactNode } from 'react';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { PRODUCT } from '#contract/product.ts';
import type { TextLanguage } from '#frontend/lib/courses/course-language.ts';
import { formulaWords } from '#frontend/lib/formula-words.ts';
import { useHeadingFocus } from '#frontend/lib/navigation.ts';
import { useTitleCount } from '#frontend/lib/title-count.ts';
import { FormulaText } from '#frontend/ui/formula-text.tsx';

/** What every frame shows around a screen's content. */
export interface FrameProps {
  /** The screen's heading, and the document's title. */
  readonly title: string;
  /** Language of the title if it is a course's and not the interface's; `auto` when the language is unknown. */
  readonly language?: TextLanguage | { readonly dir: 'auto' };
  /** Prefix of the document's title, such as `(7/12)`; by default that of the course being written, if there is one. */
  readonly count?: string;
  /** What the screen is part of, for the document's title: a lesson's course. */
  readonly partOf?: string;
  readonly subtitle?: ReactNode;
  /** Actions on the content, at the end of the heading's line; below it on a phone. */
  readonly actions?: ReactNode;
  /** The related screens: `FrameTabs`. */
  readonly tabs?: ReactNode;
  readonly children: ReactNode;
}

/** What a place shows in the head of each of its screens. It has no bar of its own above that head. */
export interface PlaceHead {
  /** A quiet line above the heading. */
  readonly line: ReactNode;
  /** At the end of that line, at the same place on every screen, whatever the screen's own actions are. */
  readonly action: ReactNode;
}

/** Set by the frame of a place, such as the studio, for the heads of its screens. */
export const PlaceHeadContext = createContext<PlaceHead | null>(null);

/** Height of the heading's line, the same with and without actions, so that the content below always starts at the same height. */
const LINE_PX = 46;

interface FrameHeadProps extends Omit<FrameProps, 'children'> {
  /** A smaller heading, for screens that are monitored rather than read. */
  readonly isDense?: boolean;
  /** Inside a card, whose edges provide the spacing. */
  readonly isInner?: boolean;
}

/**
 * Heading, actions and tabs of a screen. After navigation the focus moves to the heading, so that keyboard and screen reader users start
 * there.
 */
export function FrameHead({ title, language, count, partOf, subtitle, actions, tabs, isDense = false, isInner = false }: FrameHeadProps) {
  const ofRun = useTitleCount();
  const dir = language?.dir === 'auto' ? 'rtl' : language?.dir;
  const documentTitle = [
    count ?? ofRun,
    [formulaWords(title, dir), partOf && formulaWords(partOf, undefined), PRODUCT].filter(Boolean).join(' · '),
  ]
    .filter(Boolean)
    .join(' ');
  const heading = useHeadingFocus();
  useEffect(() => {
    document.title = documentTitle;
  }, [documentTitle]);
  const isAt = useContext(PlaceHeadContext);
  const place = isInner ? null : isAt;
  const about = subtitle !== undefined && (
    <Typography
      component="div"
      variant={isDense ? 'body2' : 'body1'}
      color="textSecondary"
      data-head-words=""
      sx={{ marginBlockStart: tabs ? 2 : 0.5 }}
    >
      {subtitle}
    </Typography>
  );
  return (
    <Box sx={{ marginBlockEnd: isInner ? 0 : isDense ? 2 : 3 }} data-head={isInner ? undefined : ''}>
      {place && (
        <Stack direction="row" sx={{ justifyContent: 'space-between', alignItems: 'center', columnGap: 2, rowGap: 1, marginBlockEnd: 1 }}>
          <Typography component="div" variant="body2" color="textSecondary" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
            {place.line}
          </Typography>
          <Box sx={{ flexShrink: 0 }}>{place.action}</Box>
        </Stack>
      )}
      <Stack
        direction="row"
        useFlexGap
        sx={{
          flexWrap: 'wrap',
          alignItems: 'center',
          justifyContent: 'space-between',
          gap: isDense ? 1 : 2,
          minHeight: isDense || (isInner && !tabs) ? undefined : LINE_PX,
        }}
      >
        {/* at double text size, one long word in a title breaks instead of widening the page */}
        <Box sx={{ flex: '1 1 12rem', minWidth: 0 }}>
          <Typography component="h1" variant={isDense ? 'h2' : 'h1'} ref={heading} tabIndex={-1}>
            <span {...language}>
              <FormulaText text={title} dir={dir} />
            </span>
          </Typography>
          {!tabs && about}
        </Box>
        {actions !== undefined && (
          <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
            {actions}
          </Stack>
        )}
      </Stack>
      {tabs}
      {/* below the tabs, because it belongs to the open one, and the tabs must not move without it */}
      {tabs && about}
    </Box>
  );
}
