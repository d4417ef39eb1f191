import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import Card from '@mui/material/Card';
import { AGE_REFUSALS } from '#contract/platform/age-rules.ts';
import { ApiError, networkError } from '#frontend/lib/api-error.ts';
import { toast, type ToastKind } from '#frontend/lib/toast.ts';
import { AgeGate } from '#frontend/ui/age/age-gate.tsx';
import { AgeReason } from '#frontend/ui/age/age-note.tsx';
import { NoticeBody } from '#frontend/ui/notice-body.tsx';
import { ShortfallNote } from '#frontend/ui/states/shortfall-note.tsx';
import { UnavailableCourse } from '#frontend/ui/states/unavailable-course.tsx';
import { VerificationMail } from '#frontend/ui/states/verification-mail.tsx';
import { PEOPLE } from './sample-data.tsx';
import { Row, Sample } from './sample.tsx';

const SAYINGS: Record<ToastKind, string> = {
  success: 'The course is saved.',
  error: 'The picture could not be loaded.',
  info: 'Three lessons were written anew.',
  warning: 'Tokens are running low.',
};
const KINDS = Object.keys(SAYINGS) as ToastKind[];
const LINK = { href: '/kit', label: 'Look at it' };
const NOT_FOUND = new ApiError({ status: 404, code: 'not_found', message: 'Not found' });

/** What the product says by itself: toasts, notices, and why something cannot be had. */
export function MessageSamples() {
  return (
    <>
      <Sample title="Toasts" aside="three seconds, not counting those under the pointer; an error is announced at once">
        <Row>
          {KINDS.map((kind) => (
            <Button key={kind} variant="outlined" color="inherit" onClick={() => toast(kind, SAYINGS[kind])}>
              A toast: {kind}
            </Button>
          ))}
          <Button variant="outlined" color="inherit" onClick={() => toast('success', SAYINGS.success, LINK)}>
            A toast with a link
          </Button>
        </Row>
      </Sample>
      <Sample title="Notices" aside="of a toast; of the list, with their time">
        {KINDS.map((kind) => (
          <Card key={kind} component="div">
            <NoticeBody notice={{ kind, text: SAYINGS[kind], link: kind === 'success' ? LINK : null }} />
          </Card>
        ))}
        <Card component="div">
          <NoticeBody notice={{ kind: 'success', text: '✅ Your course is ready.', link: LINK }} meta="14:05" />
        </Card>
      </Sample>
      <Sample title="Too few tokens" aside="of one balance, of two">
        <ShortfallNote shortfall={{ needed: 4200, available: 1150 }} />
        <ShortfallNote shortfall={{ needed: 4200, available: 1150, ofBoth: 'Neither your tokens nor those of the group are enough.' }} />
      </Sample>
      <Sample title="Unavailable course" aside="gone; not loaded">
        <UnavailableCourse error={NOT_FOUND} onRetry={() => undefined}>
          <p>Its author may have deleted it.</p>
        </UnavailableCourse>
        <UnavailableCourse error={networkError()} onRetry={() => undefined}>
          <p>Its author may have deleted it.</p>
        </UnavailableCourse>
      </Sample>
      <Sample title="Age" aside="what is behind the gate for an adult, a person of unknown age, and a minor; every reason">
        {PEOPLE.map((person) => (
          <AgeGate key={person} userId={person} rule="voice">
            <Typography>Study rooms, for an adult.</Typography>
          </AgeGate>
        ))}
        {AGE_REFUSALS.filter((refusal) => refusal !== 'age.unknown').map((refusal) => (
          <AgeReason key={refusal} refusal={refusal} />
        ))}
      </Sample>
      <Sample title="Verification mail" aside="needs somebody signed in">
        <Row>
          <VerificationMail />
        </Row>
      </Sample>
    </>
  );
}
