import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { t } from '#frontend/lib/text.ts';

interface PageButtonsProps {
  /** Counted from 1. */
  readonly page: number;
  readonly pages: number;
  readonly onPage: (page: number) => void;
}

/** Moves between the pages of a numbered list. Renders nothing for a single page. */
export function PageButtons({ page, pages, onPage }: PageButtonsProps) {
  if (pages <= 1) return null;
  return (
    <Stack direction="row" sx={{ gap: 1, padding: 1 }}>
      <Button color="inherit" disabled={page === 1} onClick={() => onPage(page - 1)}>
        {t('Previous page')}
      </Button>
      <Button color="inherit" disabled={page === pages} onClick={() => onPage(page + 1)}>
        {t('Next page')}
      </Button>
    </Stack>
  );
}
