import Box from '@mui/material/Box';
import MarketIcon from '@mui/icons-material/StorefrontOutlined';
import { t } from '#frontend/lib/text.ts';
import { LinkButton } from '#frontend/ui/link.tsx';

/** From this width on the longest language has room for its name. */
const NAMED_PX = 1700;

/** The link to the marketplace, where the header has room; the profile menu always has it. */
export function MarketLink() {
  return (
    <LinkButton
      to="/market"
      color="inherit"
      aria-label={t('Marketplace')}
      title={t('Marketplace')}
      sx={({ breakpoints }) => ({
        minWidth: 44,
        paddingInline: 1,
        gap: 1,
        [breakpoints.down(1360)]: { display: 'none' },
        [breakpoints.down(NAMED_PX)]: { 'header:has([data-run-chip]) &': { display: 'none' } },
      })}
    >
      <MarketIcon aria-hidden />
      {/* where the header is full, only the icon is visible */}
      <Box
        component="span"
        sx={({ breakpoints }) => ({
          whiteSpace: 'nowrap',
          [breakpoints.down(NAMED_PX)]: { display: 'none' },
        })}
      >
        {t('Marketplace')}
      </Box>
    </LinkButton>
  );
}
