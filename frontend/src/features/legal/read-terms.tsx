import Link from '@mui/material/Link';
import { styled } from '@mui/material/styles';
import { t } from '#frontend/lib/text.ts';
import { TYPE_SCALE } from '#frontend/theme/tokens.ts';
import { TextLink } from '#frontend/ui/link.tsx';

const Line = styled('p')({
  margin: '0 0 8px',
  paddingInlineStart: 34,
  display: 'flex',
  flexWrap: 'wrap',
  gap: '0 20px',
  fontSize: TYPE_SCALE.body,
  '& a': { paddingBlock: 4 },
});

/**
 * Links to the documents that the user accepts with an account: the terms in a dialog, the privacy policy in a new window. Both leave the
 * form as it is.
 */
export function ReadTerms() {
  return (
    <Line>
      <TextLink to="." search={(old: object) => ({ ...old, terms: 'read' as const })} resetScroll={false}>
        {t('Read the terms')}
      </TextLink>
      <Link href="/privacy-policy" target="_blank" rel="noopener">
        {t('Read the privacy policy')}
      </Link>
    </Line>
  );
}
