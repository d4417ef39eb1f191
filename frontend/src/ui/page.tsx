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
  // where there is more room than rows need, it lies on both sides
  '@media (min-width: 1280px)': { marginInline: 'auto' },
}));

const Head = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'flex-end',
  justifyContent: 'space-between',
  gap: 16,
  marginBlockEnd: 24,
  // a title of one long word breaks when it is twice as large, and does not widen the page
  '& > :first-of-type': { minWidth: 0 },
});

interface PageProps {
  /** Names the thing on the screen; also the document's title. */
  readonly title: string;
  /** Of the title, where it is a course's and not the interface's; by its first letter where the language is not known. */
  readonly language?: TextLanguage | { readonly dir: 'auto' };
  /** Before the document's title, as `(7/12)`; without it that of the course being written, if there is one. */
  readonly count?: string;
  readonly subtitle?: ReactNode;
  /** What can be done with the thing, at the end of the heading's line. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** The frame of one screen. Arriving by navigation moves focus to its heading, so the keyboard and screen readers start there. */
export function Page({ title, language, count, subtitle, actions, children }: PageProps) {
  const ofRun = useTitleCount();
  const documentTitle = [count ?? ofRun, `${title} · ${PRODUCT}`].filter(Boolean).join(' ');
  const heading = useHeadingFocus();
  useEffect(() => {
    document.title = documentTitle;
  }, [documentTitle]);
  return (
    <Frame>
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
