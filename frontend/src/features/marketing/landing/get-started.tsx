import type { ReactNode } from 'react';

/** The one way in: every Get Started, plan and Contact Sales button leads there (LAND-10). */
const GET_STARTED_HREF = '/sign-in?mode=create';

interface GetStartedProps {
  readonly children: ReactNode;
  /** One a screen; the others are outlined. */
  readonly isPrimary?: boolean;
  /** What it is about, where several buttons say the same: read out after the button's words. */
  readonly about?: string;
}

/** A link that looks like a button, so that it works before and without any script. */
export function GetStarted({ children, isPrimary = false, about }: GetStartedProps) {
  return (
    <a className={isPrimary ? 'lp-button lp-button-primary' : 'lp-button'} href={GET_STARTED_HREF}>
      {children}
      {about !== undefined && <span className="lp-heard">: {about}</span>}
    </a>
  );
}
