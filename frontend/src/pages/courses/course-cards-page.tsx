import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { courseCards } from '#frontend/features/practice/cards/card-queries.ts';
import { CardsView } from '#frontend/features/practice/cards/cards-view.tsx';
import { CourseCardsSection } from '#frontend/features/practice/cards/course-cards-section.tsx';
import { CourseFrame, useShownCourse } from './course-frame.tsx';

/** The flash cards of a course: study, create and browse them. */
export default function CourseCardsPage() {
  const { courseId } = useParams({ from: '/app/courses/$courseId/cards' });
  const { userId, data, course } = useShownCourse(courseId);
  const { data: cards } = useQuery(courseCards(userId, courseId));
  const hasCards = cards?.lessons.some((lesson) => lesson.cards > 0) ?? false;
  return (
    <CourseFrame courseId={courseId} tab="cards">
      {course && <CourseCardsSection userId={userId} courseId={courseId} isTranslation={course.language !== data?.language} />}
      {hasCards && cards && <CardsView userId={userId} deck={cards.deck} />}
    </CourseFrame>
  );
}
