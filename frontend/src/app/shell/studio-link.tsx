import { HeaderLink } from '#frontend/app/shell/header-link.tsx';
import { useIsInStudio } from '#frontend/app/shell/studio-address.ts';
import { t } from '#frontend/lib/text.ts';
import { ArrowBackIcon, DesignServicesIcon } from '#frontend/ui/icons.tsx';

/** The link to the Creator Studio (SHELL-06), and inside it back to the main screen (CRE-01). */
export function StudioLink() {
  const isInStudio = useIsInStudio();
  const word = isInStudio ? t('Back to app') : t('Creator Studio');
  return (
    <HeaderLink
      to={isInStudio ? '/create' : '/studio'}
      word={word}
      icon={
        isInStudio ? (
          <ArrowBackIcon aria-hidden sx={{ '[dir="rtl"] &': { transform: 'scaleX(-1)' } }} />
        ) : (
          <DesignServicesIcon aria-hidden />
        )
      }
      wordFrom={[1200, 1500]}
    />
  );
}
