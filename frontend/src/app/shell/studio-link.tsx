import Box from '@mui/material/Box';
import BackIcon from '@mui/icons-material/ArrowBackOutlined';
import StudioIcon from '@mui/icons-material/DesignServicesOutlined';
import { useIsInStudio } from '#frontend/app/shell/studio-address.ts';
import { t } from '#frontend/lib/text.ts';
import { LinkButton } from '#frontend/ui/link.tsx';

/** The link to the Creator Studio (SHELL-06), and inside it back to the main screen (CRE-01). */
export function StudioLink() {
  const isInStudio = useIsInStudio();
  const word = isInStudio ? t('Back to app') : t('Creator Studio');
  return (
    <LinkButton
      to={isInStudio ? '/create' : '/studio'}
      color="inherit"
      aria-label={word}
      title={word}
      sx={{ minWidth: 44, paddingInline: 1, gap: 1 }}
    >
      {isInStudio ? <BackIcon aria-hidden sx={{ '[dir="rtl"] &': { transform: 'scaleX(-1)' } }} /> : <StudioIcon aria-hidden />}
      {/* where the header is full, only the icon is visible */}
      <Box
        component="span"
        sx={({ breakpoints }) => ({
          whiteSpace: 'nowrap',
          [breakpoints.down(1200)]: { display: 'none' },
          [breakpoints.down('xl')]: { 'header:has([data-run-chip]) &': { display: 'none' } },
        })}
      >
        {word}
      </Box>
    </LinkButton>
  );
}
