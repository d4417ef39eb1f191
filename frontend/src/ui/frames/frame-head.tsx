import { useEffect, type ReactNode } from 'react';
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
  return (
    <Box sx={{ marginBlockEnd: isInner ? 0 : isDense ? 2 : 3 }}>
      <Stack
        direction="row"
        useFlexGap
        sx={{ flexWrap: 'wrap', alignItems: 'flex-end', justifyContent: 'space-between', gap: isDense ? 1 : 2 }}
      >
        {/* at double text size, one long word in a title breaks instead of widening the page */}
        <Box sx={{ flex: '1 1 12rem', minWidth: 0 }}>
          <Typography component="h1" variant={isDense ? 'h2' : 'h1'} ref={heading} tabIndex={-1}>
            <span {...language}>
              <FormulaText text={title} dir={dir} />
            </span>
          </Typography>
          {subtitle !== undefined && (
            <Typography component="div" variant={isDense ? 'body2' : 'body1'} color="textSecondary" sx={{ marginBlockStart: 0.5 }}>
              {subtitle}
            </Typography>
          )}
        </Box>
        {actions}
      </Stack>
      {tabs}
    </Box>
  );
}
