import { useQuery } from '@tanstack/react-query';
import { t } from '#frontend/lib/text.ts';
import { FormulaText } from '#frontend/ui/formula-text.tsx';
import { TextLink } from '#frontend/ui/link.tsx';
import { RuledSection } from '#frontend/ui/ruled-section.tsx';
import { simulationsOf } from './simulation-queries.ts';

/** Beside a lesson: links to the simulations of its course. Renders nothing if there are none. */
export default function LessonSimulations({ courseId }: { readonly courseId: string }) {
  const { data } = useQuery(simulationsOf(courseId));
  const ready = data?.simulations.filter(({ scene }) => scene !== null) ?? [];
  if (ready.length === 0) return null;
  return (
    <RuledSection title={t('Try it out')} isInner>
      {ready.map(({ simulation_id: id, scene }) => (
        <p key={id}>
          <TextLink dir="auto" to="/courses/$courseId/simulations/$simulationId" params={{ courseId, simulationId: id }}>
            <FormulaText text={scene?.title ?? ''} dir="rtl" />
          </TextLink>
        </p>
      ))}
    </RuledSection>
  );
}
