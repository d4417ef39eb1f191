import { useQuery } from '@tanstack/react-query';
import Typography from '@mui/material/Typography';
import type { getMarketCreator } from '#contract/market/market.contract.ts';
import type { AnswerOf } from '#contract/platform/endpoint.ts';
import { formatNumber } from '#frontend/lib/format.ts';
import { t } from '#frontend/lib/text.ts';
import { WelcomeCard } from '#frontend/ui/cards/welcome-card.tsx';
import { DialogLink } from '#frontend/ui/dialogs/dialog-link.tsx';
import { Face } from '#frontend/ui/faces.tsx';
import { FrameHead } from '#frontend/ui/frames/frame-head.tsx';
import { TextLink } from '#frontend/ui/link.tsx';
import { TypedText } from '#frontend/ui/typed-text.tsx';
import { MARKET_WORDS } from '#contract/market/market-words.ts';
import { creatorStory } from './market-queries.ts';
import { AverageStars } from './stars.tsx';

interface CreatorHeadProps {
  readonly creator: AnswerOf<typeof getMarketCreator>['creator'];
  /** The reader's id; null for a visitor. */
  readonly userId: string | null;
}

/**
 * The creator of these courses: a face, their own description, and what learners made of their work. Creators see their own as others do.
 */
export function CreatorHead({ creator, userId }: CreatorHeadProps) {
  const story = useQuery(creatorStory(userId, creator.id)).data ?? '';
  const isOwn = creator.id === userId;
  const facts = [
    { name: t(MARKET_WORDS.creator_courses), figure: formatNumber(creator.courses) },
    { name: t(MARKET_WORDS.creator_students), figure: formatNumber(creator.students) },
    { name: t(MARKET_WORDS.rating), figure: <AverageStars rated={creator} /> },
  ];
  return (
    <WelcomeCard
      isHead
      picture={<Face name={creator.name} userId={creator.id} size="large" />}
      title={
        <FrameHead
          title={creator.name}
          language={{ dir: 'auto' }}
          subtitle={<TextLink to="/market">{t(MARKET_WORDS.title)}</TextLink>}
          isInner
        />
      }
      facts={facts}
      {...(isOwn && {
        actions: (
          <DialogLink dialog="bio" variant="outlined" color="inherit">
            {t('Edit Bio')}
          </DialogLink>
        ),
      })}
    >
      {story !== '' ? (
        <TypedText>{story}</TypedText>
      ) : (
        isOwn && (
          <Typography color="textSecondary">
            {t('Tell learners who you are: they see your bio here once you share your profile in Settings.')}
          </Typography>
        )
      )}
    </WelcomeCard>
  );
}
