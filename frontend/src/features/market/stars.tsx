import Box from '@mui/material/Box';
import Rating from '@mui/material/Rating';
import type { Listing } from '#contract/market/market.contract.ts';
import { MARKET_WORDS } from '#contract/market/market-words.ts';
import { t } from '#frontend/lib/text.ts';
import { starsWord } from './market-words.ts';

interface StarsProps {
  readonly rated: Pick<Listing, 'rating' | 'rating_count'>;
}

/** The average rating of a course or a creator as stars; screen readers get the average and the number of ratings. */
export function AverageStars({ rated }: StarsProps) {
  if (rated.rating === null) return t(MARKET_WORDS.not_rated);
  const words = starsWord(rated);
  return (
    <Rating
      value={rated.rating}
      precision={0.1}
      readOnly
      size="small"
      title={words}
      getLabelText={() => words}
      // aligned with the middle of the words on its line
      sx={{ verticalAlign: 'text-bottom' }}
    />
  );
}

/** One reader's rating, out of five stars. */
export const GivenStars = ({ stars }: { readonly stars: number }) => (
  <Box component="span" sx={{ display: 'inline-flex' }}>
    <Rating value={stars} readOnly size="small" getLabelText={(n) => t(MARKET_WORDS.stars, { n })} />
  </Box>
);
