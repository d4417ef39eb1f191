import type { Recommendation } from '#contract/recommendations/recommendations.contract.ts';
import Stack from '@mui/material/Stack';
import { useQueryClient } from '@tanstack/react-query';
import { ownCourses, savedCourses } from '#frontend/features/courses/course-queries.ts';
import { difficultyOf } from '#frontend/features/courses/course-words.ts';
import { loadDraft } from '#frontend/features/generation/builder/course-draft.ts';
import { useFilledBuilder } from '#frontend/features/generation/builder/fill-builder.tsx';
import { KeptTopics } from '#frontend/features/generation/builder/kept-topics.tsx';
import { VideoPanel } from '#frontend/features/video/video-panel.tsx';
import { RecommendationsPanel } from '#frontend/features/recommendations/recommendations-panel.tsx';

const titlesOf = ({ pages }: { readonly pages: readonly { readonly courses: readonly { readonly title: string }[] }[] }): string[] =>
  pages.flatMap(({ courses }) => courses.map(({ title }) => title));

interface BuilderRecommendationsProps {
  readonly userId: string;
  /** Called when the form was filled with another course. */
  readonly onFilled: () => void;
}

/** The part below the form: recommendations based on its content, which can fill it (REC-06), and clips (VID-01). */
export default function BuilderRecommendations({ userId, onFilled }: BuilderRecommendationsProps) {
  const cache = useQueryClient();
  const context = () => {
    const form = loadDraft(userId);
    const age = Number(form.age);
    return {
      user_id: userId,
      industry_focus: form.industry_focus,
      career_level: form.career_level,
      learning_style: form.learning_style,
      current_knowledge: form.current_knowledge,
      preferred_duration: form.duration,
      preferred_difficulty: form.difficulty,
      age: Number.isInteger(age) && age >= 5 && age <= 120 ? age : null,
    };
  };
  const courses = async () => {
    const [saved, completed] = await Promise.all([
      cache.fetchInfiniteQuery(savedCourses(userId, { q: '', sort: 'newest' })),
      cache.fetchInfiniteQuery(ownCourses(userId, { q: '', status: 'completed', sort: 'newest', origin: 'all' })),
    ]);
    return { saved_courses: titlesOf(saved), completed_courses: titlesOf(completed) };
  };
  const { fill, question } = useFilledBuilder(userId, onFilled);
  const pick = ({ title, difficulty, learning_goals: goals }: Pick<Recommendation, 'title' | 'difficulty' | 'learning_goals'>) => {
    const wish = { topic: title, difficulty, goals };
    fill(wish);
  };
  return (
    <Stack sx={{ gap: 3, marginBlockStart: 3 }}>
      <KeptTopics userId={userId} onFilled={onFilled} />
      <RecommendationsPanel
        userId={userId}
        context={context}
        courses={courses}
        difficultyWord={(difficulty) => difficultyOf({ difficulty })}
        onPick={pick}
      />
      {question}
      <VideoPanel userId={userId} />
    </Stack>
  );
}
