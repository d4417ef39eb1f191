import Box from '@mui/material/Box';
import CardMedia from '@mui/material/CardMedia';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { t } from '#frontend/lib/text.ts';

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
    <Stack component="ol" sx={{ gap: 2.5, margin: 0, padding: 0, listStyle: 'none' }}>
      {steps().map(([picture, caption], index) => (
        <li key={picture}>
          <Box component="figure" sx={{ margin: 0 }}>
            <Typography component="figcaption" variant="body2" sx={{ marginBlockEnd: 0.5 }}>
              {index + 1}. {caption}
            </Typography>
            <CardMedia
              component="img"
              src={`/tour/${picture}.webp`}
              width={960}
              height={600}
              loading="lazy"
              alt=""
              sx={{ height: 'auto' }}
            />
          </Box>
        </li>
      ))}
    </Stack>
  );
}
