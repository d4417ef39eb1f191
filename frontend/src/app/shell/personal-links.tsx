import { MenuLinks } from '#frontend/app/shell/menu-links.tsx';
import { t } from '#frontend/lib/text.ts';
import { DialogLink } from '#frontend/ui/dialogs/dialog-link.tsx';
import { LinkButton } from '#frontend/ui/link.tsx';

/** The links of the profile menu with the specified labels in the specified order (SHELL-05), Sign Out last. */
export function PersonalLinks({ onClose }: { readonly onClose: () => void }) {
  return (
    <MenuLinks>
      <LinkButton to="/profile" color="inherit" onClick={onClose}>
        {t('View Profile')}
      </LinkButton>
      <DialogLink dialog="bio" color="inherit" onClick={onClose}>
        {t('Edit Bio')}
      </DialogLink>
      <LinkButton to="/settings" color="inherit" onClick={onClose}>
        {t('Settings')}
      </LinkButton>
      <DialogLink dialog="accessibility" color="inherit" onClick={onClose}>
        {t('Accessibility')}
      </DialogLink>
      <DialogLink dialog="help" color="inherit" onClick={onClose}>
        {t('Help & Support')}
      </DialogLink>
      <DialogLink dialog="journey" color="inherit" onClick={onClose}>
        {t('Upgrade Plan')}
      </DialogLink>
    </MenuLinks>
  );
}
