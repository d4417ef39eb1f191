import { useId, useState, type ReactNode } from 'react';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { t } from '#frontend/lib/text.ts';
import { ExpandMoreIcon } from '#frontend/ui/icons.tsx';

/** The blocks beside a lesson, from several features, with uniform spacing and headings. */
export const CompanionBlocks = styled('div')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  gap: 24,
  '* + &': { marginBlockStart: 24 },
  '& > section': { margin: 0 },
  '& > section > hr': { display: 'none' },
  '& > section h2': theme.typography.h3,
}));

/**
 * Rarely used blocks behind one button, so that at most two are open beside a text. Their content is fetched only when somebody opens them;
 * once open they stay open from lesson to lesson.
 */
export function MoreBlocks({ children }: { readonly children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <section aria-label={t('More for this lesson')}>
      <Button
        size="small"
        color="inherit"
        aria-expanded={isOpen}
        aria-controls={id}
        endIcon={<ExpandMoreIcon aria-hidden sx={isOpen ? { transform: 'rotate(180deg)' } : undefined} />}
        onClick={() => setOpen(!isOpen)}
        sx={{ marginInlineStart: -1 }}
      >
        {t('More for this lesson')}
      </Button>
      <Box id={id} sx={{ marginBlockStart: isOpen ? 1.5 : 0 }}>
        {isOpen && <CompanionBlocks>{children}</CompanionBlocks>}
      </Box>
    </section>
  );
}
