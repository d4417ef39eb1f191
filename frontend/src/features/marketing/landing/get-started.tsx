import type { ReactNode } from 'react';

/** The only entry point: every Get Started and plan button links here (LAND-10); a plan's button remembers the plan until its checkout. */
const GET_STARTED_HREF = '/sign-in?mode=create';

interface GetStartedProps {
  readonly children: ReactNode;
  /** At most one per screen; the others are outlined. */
  readonly isPrimary?: boolean;
  /** The subject if several buttons have the same text; read out after the button's text. */
  readonly about?: string;
  /** The chosen plan, whose payment follows the sign-up. */
  readonly packageId?: string;
}

/** A link that looks like a button, so that it works without any script. */
export function GetStarted({ children, isPrimary = false, about, packageId }: GetStartedProps) {
  return (
    <a
      className={isPrimary ? 'lp-button lp-button-primary' : 'lp-button'}
      href={GET_STARTED_HREF + (packageId ? `&next=${encodeURIComponent(`/plans/${packageId}`)}` : '')}
    >
      {children}
      {about !== undefined && <span className="lp-heard">: {about}</span>}
    </a>
  );
}
