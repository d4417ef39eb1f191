import { MenuLinks } from '#frontend/app/shell/menu-links.tsx';
import { OrganisationLinks } from '#frontend/app/shell/organisation-links.tsx';
import { useIsProcessing } from '#frontend/features/billing/processing.ts';
import { t } from '#frontend/lib/text.ts';
import { DialogLink } from '#frontend/ui/dialogs/dialog-link.tsx';
import { LinkButton } from '#frontend/ui/link.tsx';

/** Links of the profile menu beyond the specified ones: tokens, the marketplace, account, payments and usage, organisation, and terms. */
export function MoreLinks({ onClose }: { readonly onClose: () => void }) {
  const isProcessing = useIsProcessing();
  return (
    <MenuLinks isDense>
      <DialogLink dialog="tokens" color="inherit" disabled={isProcessing} onClick={onClose}>
        {t('Buy Tokens')}
      </DialogLink>
      <LinkButton to="/market" color="inherit" onClick={onClose}>
        {t('Marketplace')}
      </LinkButton>
      <LinkButton to="/account" color="inherit" onClick={onClose}>
        {t('Account')}
      </LinkButton>
      <LinkButton to="/billing" color="inherit" onClick={onClose}>
        {t('Billing')}
      </LinkButton>
      <LinkButton to="/usage" color="inherit" onClick={onClose}>
        {t('Usage')}
      </LinkButton>
      <OrganisationLinks onClose={onClose} />
      <LinkButton
        to="."
        search={(old: object) => ({ ...old, terms: 'read' as const })}
        resetScroll={false}
        color="inherit"
        onClick={onClose}
      >
        {t('Terms and Conditions')}
      </LinkButton>
    </MenuLinks>
  );
}
