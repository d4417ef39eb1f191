import { t } from '#frontend/lib/text.ts';
import { CheckField } from '#frontend/ui/fields/check-field.tsx';

interface AgreementProps {
  readonly isGiven: boolean;
  readonly problem: string | undefined;
  readonly onChange: (isGiven: boolean) => void;
}

/** An adult's consent for a child (G33). It does not import the form, so that only its own code is loaded late. */
export default function Agreement({ isGiven, problem, onChange }: AgreementProps) {
  return (
    <CheckField
      name="guardian_agreement"
      required
      error={problem}
      checked={isGiven}
      onChange={({ target }) => onChange(target.checked)}
      label={t('I am a parent or guardian of the learner, or act for their school, and agree.')}
    />
  );
}
