import type { ReactNode } from 'react';
import Box from '@mui/material/Box';
import { FONTS } from '#frontend/theme/tokens.ts';

interface QuotationProps {
  /** `div` for what is somebody's answer rather than a quotation. */
  readonly component?: 'blockquote' | 'div';
  /** The most lines shown; the rest is cut off. */
  readonly lines?: number;
  readonly lang?: string;
  readonly dir?: 'ltr' | 'rtl' | 'auto';
  readonly children: ReactNode;
}

/** Words of somebody else, or of a source, behind a rule. */
export function Quotation({ component = 'blockquote', lines, children, ...language }: QuotationProps) {
  return (
    <Box
      component={component}
      {...language}
      sx={{
        margin: 0,
        paddingInlineStart: 2,
        borderInlineStart: '3px solid',
        borderColor: 'line.waiting',
        fontFamily: FONTS.reading,
        whiteSpace: 'pre-line',
        overflowWrap: 'anywhere',
        ...(lines !== undefined && { display: '-webkit-box', WebkitLineClamp: lines, WebkitBoxOrient: 'vertical', overflow: 'hidden' }),
      }}
    >
      {children}
    </Box>
  );
}
