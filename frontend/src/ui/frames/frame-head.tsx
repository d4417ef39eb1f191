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
  /** Names the content of the screen; also the document's title. */
  readonly title: string;
  /** Language of the title where it is a course's and not the interface's; `auto` when the language is unknown. */
  readonly language?: TextLanguage | { readonly dir: 'auto' };
  /** Prefix of the document's title, as `(7/12)`; by default that of the course being written, if there is one. */
  readonly count?: string;
  /** What it is part of, for the document's title: a lesson's course. */
  readonly partOf?: string;
  readonly subtitle?: ReactNode;
  /** Actions on the content, at the end of the heading's line; below it on a phone. */
  readonly actions?: ReactNode;
  /** The screens that belong together: `FrameTabs`. */
  readonly tabs?: ReactNode;
  readonly children: ReactNode;
}

/** What a place says and offers on each of its screens. It is part of their one head: no bar of its own stands above it. */
export interface PlaceHead {
  /** A quiet line above the heading. */
  readonly line: ReactNode;
  /** At the end of that line: at the same place on every screen, whatever the screen's own actions are. */
  readonly action: ReactNode;
}

/** Given by the frame of a place such as the studio, for the heads of its screens. */
export const PlaceHeadContext = createContext<PlaceHead | null>(null);

/** The heading's line is as high with actions as without, and so what is below it stands at one height. */
const LINE_PX = 46;

interface FrameHeadProps extends Omit<FrameProps, 'children'> {
  /** A smaller heading, for screens that are watched rather than read. */
  readonly isDense?: boolean;
  /** Within a card, whose edges give the distance. */
  readonly isInner?: boolean;
}

/** Heading, actions and tabs of a screen. After navigation the focus moves to the heading, so that the keyboard and screen readers start there. */
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
      {/* below the tabs it belongs to the open one, and they stand at one height with and without it */}
      {tabs && about}
    </Box>
  );
}
