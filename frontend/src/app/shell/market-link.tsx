import MarketIcon from '@mui/icons-material/StorefrontOutlined';
import { HeaderLink } from '#frontend/app/shell/header-link.tsx';
import { t } from '#frontend/lib/text.ts';

/** The link to the marketplace, where the header has room; the profile menu always has it. */
export function MarketLink() {
  return (
    <HeaderLink to="/market" word={t('Marketplace')} icon={<MarketIcon aria-hidden />} wordFrom={[1700, 1700]} linkFrom={[1360, 1700]} />
  );
}
