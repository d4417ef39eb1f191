import { useState } from 'react';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import { MARKET_WORDS } from '#contract/market/market-words.ts';
import { t } from '#frontend/lib/text.ts';
import { CourseCover } from '#frontend/ui/course-cover.tsx';
import { SearchField } from '#frontend/ui/fields/search-field.tsx';
import { FrameHead } from '#frontend/ui/frames/frame-head.tsx';
import type { MarketSearch } from './market-queries.ts';

/** Titles seed the drawings; this one yields the night sky. */
const DRAWN = 'Reading the night sky';

interface MarketHeroProps {
  readonly search: MarketSearch;
  readonly onSearch: (change: MarketSearch) => void;
}

/** The head of the market: a description and the search, beside a cover. */
export function MarketHero({ search, onSearch }: MarketHeroProps) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <Card
      variant="petrol"
      sx={{ display: 'grid', gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 3fr) minmax(0, 2fr)' }, marginBlockEnd: 2.5 }}
    >
      <Stack
        sx={{
          gap: 2.5,
          justifyContent: 'center',
          minWidth: 0,
          padding: { xs: '20px 18px 22px', md: '40px 48px' },
          // on petrol, all text has the same light colour
          '& [data-head-words]': { color: 'inherit' },
        }}
      >
        <FrameHead title={t(MARKET_WORDS.title)} subtitle={t(MARKET_WORDS.about)} isInner />
        <Box role="search">
          <SearchField
            label={t(MARKET_WORDS.search)}
            maxLength={100}
            value={typed ?? search.q ?? ''}
            onChange={({ target }) => {
              setTyped(target.value);
              onSearch({ q: target.value.trim() || undefined });
            }}
            onBlur={() => setTyped(null)}
          />
        </Box>
      </Stack>
      <Box
        sx={{
          display: { xs: 'none', md: 'block' },
          position: 'relative',
          minHeight: 240,
          '& [data-cover]': { position: 'absolute', inset: 0, height: '100%', borderRadius: 0, aspectRatio: 'auto' },
        }}
      >
        <CourseCover title={DRAWN} />
      </Box>
    </Card>
  );
}
