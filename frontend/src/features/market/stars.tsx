import Box from '@mui/material/Box';
import Rating from '@mui/material/Rating';
import type { Listing } from '#contract/market/market.contract.ts';
import { MARKET_WORDS } from '#contract/market/market-words.ts';
import { t } from '#frontend/lib/text.ts';
import { starsWord } from './market-words.ts';

interface StarsProps {
  readonly rated: Pick<Listing, 'rating' | 'rating_count'>;
}

/** The average of a course or a creator as stars; who cannot see them hears the number, and how many have rated. */
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
      // the words of their line stand on its middle
      sx={{ verticalAlign: 'text-bottom' }}
    />
  );
}

/** What one reader has given, out of five. */
export const GivenStars = ({ stars }: { readonly stars: number }) => (
  <Box component="span" sx={{ display: 'inline-flex' }}>
    <Rating value={stars} readOnly size="small" getLabelText={(n) => t(MARKET_WORDS.stars, { n })} />
  </Box>
);
