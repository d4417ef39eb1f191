import { HeaderLink } from '#frontend/app/shell/header-link.tsx';
import { t } from '#frontend/lib/text.ts';
import { StorefrontIcon } from '#frontend/ui/icons.tsx';

/** The link to the marketplace, where the header has room; the profile menu always has it. */
export function MarketLink() {
  return (
    <HeaderLink
      to="/market"
      word={t('Marketplace')}
      icon={<StorefrontIcon aria-hidden />}
      wordFrom={[1700, 1700]}
      linkFrom={[1360, 1700]}
    />
  );
}
