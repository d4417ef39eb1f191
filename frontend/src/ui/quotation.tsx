import type { ReactNode } from 'react';
import { styled } from '@mui/material/styles';
import { FONTS } from '#frontend/theme/tokens.ts';

const Words = styled('blockquote')(({ theme }) => ({
  margin: 0,
  paddingInlineStart: 16,
  borderInlineStart: `3px solid ${theme.vars.palette.line.waiting}`,
  fontFamily: FONTS.reading,
  whiteSpace: 'pre-line',
  overflowWrap: 'anywhere',
}));

interface QuotationProps {
  /** `div` for somebody's answer rather than a quotation. */
  readonly component?: 'blockquote' | 'div';
  /** The maximum number of lines; the rest is cut off. */
  readonly lines?: number;
  readonly lang?: string;
  readonly dir?: 'ltr' | 'rtl' | 'auto';
  readonly children: ReactNode;
}

/** Words of another person or of a source, behind a rule. */
export function Quotation({ component = 'blockquote', lines, children, ...language }: QuotationProps) {
  return (
    <Words
      as={component}
      {...language}
      {...(lines !== undefined && {
        sx: { display: '-webkit-box', WebkitLineClamp: lines, WebkitBoxOrient: 'vertical', overflow: 'hidden' },
      })}
    >
      {children}
    </Words>
  );
}
