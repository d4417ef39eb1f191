import Box from '@mui/material/Box';
import MarketIcon from '@mui/icons-material/StorefrontOutlined';
import { t } from '#frontend/lib/text.ts';
import { LinkButton } from '#frontend/ui/link.tsx';

/** The link to the marketplace; on phones the profile menu has it. */
export function MarketLink() {
  return (
    <LinkButton
      to="/market"
      color="inherit"
      aria-label={t('Marketplace')}
      title={t('Marketplace')}
      sx={{ display: { xs: 'none', md: 'inline-flex' }, minWidth: 44, paddingInline: 1, gap: 1 }}
    >
      <MarketIcon aria-hidden />
      {/* where the header is full, only the icon is visible */}
      <Box
        component="span"
        sx={({ breakpoints }) => ({
          whiteSpace: 'nowrap',
          [breakpoints.down(1360)]: { display: 'none' },
          [breakpoints.down('xl')]: { 'header:has([data-run-chip]) &': { display: 'none' } },
        })}
      >
        {t('Marketplace')}
      </Box>
    </LinkButton>
  );
}
