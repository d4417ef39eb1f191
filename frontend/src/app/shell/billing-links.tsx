import { styled } from '@mui/material/styles';
import { t } from '#frontend/lib/text.ts';
import { DialogLink } from '#frontend/ui/dialog-link.tsx';
import { LinkButton } from '#frontend/ui/link.tsx';

const Links = styled('div')({
  display: 'grid',
  justifyItems: 'start',
  marginInline: -8,
  marginBlockStart: 8,
  '& > a': { minWidth: 0 },
});

/** The ways to plan, payments and tokens (SHELL-05). */
export function BillingLinks({ onClose }: { readonly onClose: () => void }) {
  return (
    <Links>
      <DialogLink dialog="journey" color="inherit" onClick={onClose}>
        {t('Upgrade Plan')}
      </DialogLink>
      <LinkButton to="/billing" color="inherit" onClick={onClose}>
        {t('Billing')}
      </LinkButton>
      <LinkButton to="/usage" color="inherit" onClick={onClose}>
        {t('Usage')}
      </LinkButton>
    </Links>
  );
}
