import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import Typography from '@mui/material/Typography';
import { styled } from '@mui/material/styles';
import { PRODUCT } from '#contract/product.ts';
import type { TextLanguage } from '#frontend/lib/courses/course-language.ts';
import { t } from '#frontend/lib/text.ts';
import { CertificateSeal } from '#frontend/ui/certificate-seal.tsx';
import { CourseCover } from '#frontend/ui/course-cover.tsx';
import { FormulaText } from '#frontend/ui/formula-text.tsx';

// a sheet of paper in a double frame, whose type scales with it, so that it looks the same on a shelf, in a preview and on its page
const Sheet = styled('article')(({ theme }) => ({
  position: 'relative',
  containerType: 'inline-size',
  boxSizing: 'border-box',
  width: '100%',
  padding: 10,
  borderRadius: 6,
  backgroundColor: theme.vars.palette.background.paper,
  border: `1px solid ${theme.vars.palette.line.hairline}`,
  boxShadow: theme.vars.palette.shadow.soft,
  printColorAdjust: 'exact',
  '& > div': {
    position: 'relative',
    boxSizing: 'border-box',
    height: '100%',
    display: 'grid',
    alignContent: 'start',
    gap: 'clamp(4px, 1.2cqi, 12px)',
    padding: 'clamp(18px, 6cqi, 52px) clamp(18px, 6.5cqi, 60px) clamp(34px, 7cqi, 60px)',
    border: `2px solid ${theme.vars.palette.primary.main}`,
    outline: `1px solid ${theme.vars.palette.line.hairline}`,
    outlineOffset: -7,
  },
  '&[data-revoked="true"] > div': { borderColor: theme.vars.palette.error.main },
  '& p': { margin: 0, overflowWrap: 'anywhere' },
  '& [data-part="cover"]': { width: 'clamp(88px, 20cqi, 176px)', marginBlockEnd: 'clamp(4px, 1.5cqi, 16px)' },
  '& [data-part="holder"]': { fontSize: 'clamp(1.25rem, 5.6cqi, 2.625rem)' },
  '& [data-part="course"]': { fontSize: 'clamp(1.0625rem, 3.6cqi, 1.75rem)' },
  // beside the seal
  '& [data-part="facts"], & [data-part="note"]': { maxWidth: '46ch', paddingInlineEnd: 80 },
  '& [data-part="seal"]': { position: 'absolute', insetInlineEnd: 'clamp(14px, 5cqi, 44px)', insetBlockEnd: -14 },
  // small sheets show only the essentials; the certificate's page has the rest
  '@container (width < 380px)': { '& [data-part="note"]': { display: 'none' } },
  '& a[data-stretched]': {
    color: 'inherit',
    textDecoration: 'none',
    '&:hover': { textDecoration: 'underline', textDecorationThickness: 1, textUnderlineOffset: '0.2em' },
    '&::after': { content: '""', position: 'absolute', inset: -12 },
    '&:focus-visible': { outline: 'none' },
    '&:focus-visible::after': { outline: `3px solid ${theme.vars.palette.focus.main}`, borderRadius: 6 },
  },
}));

interface CertificateSheetProps {
  readonly holder: string;
  readonly title: string;
  /** Language of the course; derived from the title by default. */
  readonly language?: TextLanguage | undefined;
  /** The date and the number of lessons. */
  readonly facts: ReactNode;
  /** What the certificate stands for, and its number. */
  readonly note?: ReactNode;
  readonly isRevoked?: boolean;
  /** Its page; the whole sheet links there. */
  readonly to?: string;
  /** Level of the course's title in a list of sheets. */
  readonly heading?: 'p' | 'h2';
}

/** A certificate, in the form used everywhere. */
export function CertificateSheet({ holder, title, language, facts, note, isRevoked = false, to, heading = 'p' }: CertificateSheetProps) {
  const words = (
    <bdi {...language}>
      <FormulaText text={title} dir={language?.dir ?? 'rtl'} />
    </bdi>
  );
  return (
    <Sheet data-revoked={isRevoked}>
      <div>
        <div data-part="cover">
          <CourseCover title={title} />
        </div>
        <Typography variant="body2" color="textSecondary">
          {t('{product} certifies that', { product: PRODUCT })}
        </Typography>
        <Typography variant="h1" component="p" data-part="holder">
          <bdi>{holder}</bdi>
        </Typography>
        <Typography variant="body2" color="textSecondary">
          {t('has completed the course')}
        </Typography>
        <Typography variant="h2" component={heading} data-part="course">
          {to === undefined ? (
            words
          ) : (
            <Link to={to} data-stretched="">
              {words}
            </Link>
          )}
        </Typography>
        <Typography component="div" variant="body2" data-part="facts">
          {facts}
        </Typography>
        {note !== undefined && (
          <Typography component="div" variant="body2" color="textSecondary" data-part="note">
            {note}
          </Typography>
        )}
        {!isRevoked && (
          <span data-part="seal">
            <CertificateSeal progress={100} size={64} />
          </span>
        )}
      </div>
    </Sheet>
  );
}
