import BackIcon from '@mui/icons-material/ArrowBackOutlined';
import StudioIcon from '@mui/icons-material/DesignServicesOutlined';
import { HeaderLink } from '#frontend/app/shell/header-link.tsx';
import { useIsInStudio } from '#frontend/app/shell/studio-address.ts';
import { t } from '#frontend/lib/text.ts';

/** The link to the Creator Studio (SHELL-06), and inside it back to the main screen (CRE-01). */
export function StudioLink() {
  const isInStudio = useIsInStudio();
  const word = isInStudio ? t('Back to app') : t('Creator Studio');
  return (
    <HeaderLink
      to={isInStudio ? '/create' : '/studio'}
      word={word}
      icon={isInStudio ? <BackIcon aria-hidden sx={{ '[dir="rtl"] &': { transform: 'scaleX(-1)' } }} /> : <StudioIcon aria-hidden />}
      wordFrom={[1200, 1500]}
    />
  );
}
