import { t } from '#frontend/lib/text.ts';
import { LinkButton } from '#frontend/ui/link.tsx';

/** Opens the terms over the screen. */
export function TermsLink({ onClose }: { readonly onClose: () => void }) {
  return (
    <LinkButton
      to="."
      search={(old: object) => ({ ...old, terms: 'read' as const })}
      resetScroll={false}
      color="inherit"
      onClick={onClose}
      sx={{ marginInlineStart: -1 }}
    >
      {t('Terms and Conditions')}
    </LinkButton>
  );
}
