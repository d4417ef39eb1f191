import { useNavigate, useSearch } from '@tanstack/react-router';
import { CardsView } from '#frontend/features/practice/cards/cards-view.tsx';
import { useUser } from '#frontend/lib/session/session.ts';
import { t } from '#frontend/lib/text.ts';
import { ShelfFrame } from '#frontend/ui/frames/shelf-frame.tsx';
import { CoursesTabs } from './courses/courses-tabs.tsx';

/** All flash cards of a user; the chosen deck is in the URL. */
export default function CardsPage() {
  const { user_id: userId } = useUser();
  const { deck } = useSearch({ from: '/app/review/cards' });
  const navigate = useNavigate({ from: '/review/cards' });
  return (
    <ShelfFrame
      title={t('Flash cards')}
      subtitle={t('Flash cards come back in your review, alongside the questions from your lessons.')}
      tabs={<CoursesTabs current="/review/cards" />}
    >
      <CardsView userId={userId} deck={deck} onDeck={(next) => void navigate({ search: { deck: next } })} />
    </ShelfFrame>
  );
}
