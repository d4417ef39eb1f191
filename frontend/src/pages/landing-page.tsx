import { useEffect } from 'react';
import Typography from '@mui/material/Typography';
import { styled } from '@mui/material/styles';
import { PRODUCT } from '#contract/product.ts';
import { t } from '#frontend/lib/text.ts';
import { FONTS } from '#frontend/theme/tokens.ts';
import { LinkButton, TextLink } from '#frontend/ui/link.tsx';
import { MarginRow } from '#frontend/ui/margin-row.tsx';
import { PublicFrame } from '#frontend/ui/public-frame.tsx';

const Opening = styled('section')(({ theme }) => ({
  paddingBlock: '24px 40px',
  maxWidth: 720,
  [theme.breakpoints.up('md')]: { paddingBlock: '56px 64px' },
}));
const Columns = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: 40,
  gridTemplateColumns: 'minmax(0, 1fr)',
  [theme.breakpoints.up('md')]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', gap: 64 },
}));
const Rows = styled('ul')(({ theme }) => ({
  margin: '12px 0 0',
  padding: 0,
  borderBlockStart: `2px solid ${theme.vars.palette.text.primary}`,
}));
const Name = styled('span')({ flex: 'none', width: '6rem', fontWeight: 600 });
const Number = styled('span')(({ theme }) => ({
  flex: 'none',
  width: '1.5rem',
  fontFamily: FONTS.mono,
  color: theme.vars.palette.text.secondary,
}));

const steps = () => [
  t('Describe the course: the topic, your goals, who it is for. Everything else has a sensible default.'),
  t('The outline appears first, then the lessons, each readable the moment it is finished.'),
  t('Leave whenever you like. The work goes on, and the course waits in My Courses.'),
];

const services = () =>
  [
    ['Claude', t('draws up the outline and writes lessons')],
    ['Grok', t('gathers what is current and practised in the field')],
    ['Gemini', t('writes lessons')],
    ['OpenAI', t('sets the questions and exercises')],
  ] as const;

/** What the product does, for somebody who has not signed in. */
export default function LandingPage() {
  useEffect(() => {
    document.title = PRODUCT;
  }, []);
  return (
    <PublicFrame aside={<TextLink to="/sign-in">{t('Sign in')}</TextLink>}>
      <Opening>
        <Typography variant="h1" tabIndex={-1} sx={{ fontSize: { xs: '1.875rem', md: '2.5rem' } }}>
          {t('Say what you want to learn, and read the course as it is written')}
        </Typography>
        <Typography color="textSecondary" sx={{ marginBlock: '16px 24px', maxWidth: '58ch' }}>
          {t(
            '{product} writes a whole course for one reader: modules, lessons, questions to test yourself, at your level and in your language.',
            { product: PRODUCT },
          )}
        </Typography>
        <LinkButton to="/sign-in" search={{ mode: 'create' }} variant="contained" size="large">
          {t('Get Started')}
        </LinkButton>
      </Opening>
      <Columns>
        <section>
          <Typography variant="h3" component="h2">
            {t('How a course comes about')}
          </Typography>
          <Rows>
            {steps().map((step, index) => (
              <MarginRow key={step} as="li" state="done">
                <Number aria-hidden>{index + 1}</Number>
                <Typography variant="body2" sx={{ minWidth: 0 }}>
                  {step}
                </Typography>
              </MarginRow>
            ))}
          </Rows>
        </section>
        <section>
          <Typography variant="h3" component="h2">
            {t('Who writes it')}
          </Typography>
          <Rows>
            {services().map(([name, role]) => (
              <MarginRow key={name} as="li" state="done">
                <Name>{name}</Name>
                <Typography variant="body2" sx={{ minWidth: 0 }}>
                  {role}
                </Typography>
              </MarginRow>
            ))}
          </Rows>
          <Typography variant="body2" color="textSecondary" sx={{ marginBlockStart: 2 }}>
            {t('Every lesson is checked by a service that did not write it. When one of the four is out, the others take over its part.')}
          </Typography>
        </section>
      </Columns>
    </PublicFrame>
  );
}
