import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { t } from '#frontend/lib/text.ts';
import { TYPE_SCALE } from '#frontend/theme/tokens.ts';

const Pair = styled('div')({ display: 'grid', gap: 12, gridTemplateColumns: 'repeat(auto-fit, minmax(190px, 1fr))' });
const Or = styled('p')(({ theme }) => ({
  margin: 0,
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  fontSize: TYPE_SCALE.small,
  color: theme.vars.palette.text.secondary,
  '&::before, &::after': { content: '""', flex: 1, borderBlockStart: `1px solid ${theme.vars.palette.line.hairline}` },
}));

/** The two buttons that make no call yet (AUTH-03); `onPress` gets the sentence to show. */
export function SocialButtons({ onPress }: { readonly onPress: (text: string) => void }) {
  return (
    <>
      <Pair>
        <Button variant="outlined" color="inherit" onClick={() => onPress(t('Google login integration coming soon!'))}>
          {t('Continue with Google')}
        </Button>
        <Button variant="outlined" color="inherit" onClick={() => onPress(t('Apple login integration coming soon!'))}>
          {t('Continue with Apple')}
        </Button>
      </Pair>
      <Or>{t('or with email')}</Or>
    </>
  );
}
