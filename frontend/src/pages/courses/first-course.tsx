import { t } from '#frontend/lib/text.ts';
import { LinkButton } from '#frontend/ui/link.tsx';
import { EmptyState } from '#frontend/ui/states/empty-state.tsx';

/** My Courses of somebody who has none yet (CRS-04). */
export function FirstCourse() {
  return (
    <EmptyState
      title={t('Welcome to Your Learning Journey!')}
      illustration="first-course"
      actions={
        <>
          <LinkButton to="/create" variant="contained">
            {t('Open AI Builder')}
          </LinkButton>
          <LinkButton to="/community" variant="outlined" color="inherit">
            {t('Open Community')}
          </LinkButton>
        </>
      }
    >
      {t('Courses you generate or save are listed here. Describe what you want to learn, and the first one is written.')}
    </EmptyState>
  );
}
