import { useEffect, type ReactNode } from 'react';
import Typography from '@mui/material/Typography';
import { styled } from '@mui/material/styles';
import { PRODUCT } from '#contract/product.ts';
import type { TextLanguage } from '#frontend/lib/courses/course-language.ts';
import { PAGE_PX } from '#frontend/theme/tokens.ts';
import { useHeadingFocus } from '#frontend/lib/navigation.ts';
import { useTitleCount } from '#frontend/lib/title-count.ts';

const Frame = styled('div')(({ theme }) => ({
  maxWidth: PAGE_PX,
  paddingBlock: '16px 48px',
  paddingInline: 16,
  [theme.breakpoints.up('md')]: { maxWidth: PAGE_PX + 80, paddingBlock: '16px 64px', paddingInline: 40 },
  // on wide screens the extra space is split between both sides
  '@media (min-width: 1280px)': { marginInline: 'auto' },
  '&[data-wide]': { maxWidth: 'none' },
}));

const Head = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'flex-end',
  justifyContent: 'space-between',
  gap: 16,
  marginBlockEnd: 24,
  // at double text size, one long word in a title breaks instead of widening the page
  '& > :first-of-type': { minWidth: 0 },
});

interface PageProps {
  /** Names the content of the screen; also the document's title. */
  readonly title: string;
  /** Language of the title where it is a course's and not the interface's; `auto` when the language is unknown. */
  readonly language?: TextLanguage | { readonly dir: 'auto' };
  /** Prefix of the document's title, as `(7/12)`; by default that of the course being written, if there is one. */
  readonly count?: string;
  readonly subtitle?: ReactNode;
  /** Actions on the content, at the end of the heading's line. */
  readonly actions?: ReactNode;
  /** A wide table uses the whole width of the screen. */
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

/** The frame of one screen. After navigation the focus moves to its heading, so that the keyboard and screen readers start there. */
export function Page({ title, language, count, subtitle, actions, isWide = false, children }: PageProps) {
  const ofRun = useTitleCount();
  const documentTitle = [count ?? ofRun, `${title} · ${PRODUCT}`].filter(Boolean).join(' ');
  const heading = useHeadingFocus();
  useEffect(() => {
    document.title = documentTitle;
  }, [documentTitle]);
  return (
    <Frame data-wide={isWide || undefined}>
      <Head>
        <div>
          <Typography variant="h1" ref={heading} tabIndex={-1}>
            <span {...language}>{title}</span>
          </Typography>
          {subtitle !== undefined && (
            <Typography component="div" color="textSecondary" sx={{ marginBlockStart: 0.5 }}>
              {subtitle}
            </Typography>
          )}
        </div>
        {actions}
      </Head>
      <div>{children}</div>
    </Frame>
  );
}
