import { styled } from '@mui/material/styles';
import { t } from '#frontend/lib/text.ts';

const Steps = styled('ol')(({ theme }) => ({
  display: 'grid',
  gap: 20,
  margin: '8px 0 16px',
  padding: 0,
  listStyle: 'none',
  '& figure': { margin: 0 },
  '& figcaption': { marginBlockEnd: 6 },
  '& img': { display: 'block', width: '100%', height: 'auto', border: `1px solid ${theme.vars.palette.line.hairline}` },
}));

const steps = () =>
  [
    ['describe', t('Describe the course in AI Builder: what you want to learn, and why.')],
    ['watch', t('Watch it being written. You can read each lesson as soon as it is ready.')],
    ['read', t('Read, take notes, and answer the questions of each lesson.')],
    ['return', t('Come back to My Courses any time and carry on where you stopped.')],
  ] as const;

/** A short tour in pictures of this product, which stands in for video tutorials (HELP-01). */
export function Tour() {
  return (
    <Steps>
      {steps().map(([picture, caption], index) => (
        <li key={picture}>
          <figure>
            <figcaption>
              {index + 1}. {caption}
            </figcaption>
            <img src={`/tour/${picture}.webp`} width={960} height={600} loading="lazy" alt="" />
          </figure>
        </li>
      ))}
    </Steps>
  );
}
