import { useState, type ReactNode } from 'react';
import Button from '@mui/material/Button';
import { AskDialog } from '#frontend/ui/dialogs/ask-dialog.tsx';
import { NewSecret } from '#frontend/ui/dialogs/new-secret.tsx';
import { ConfirmDialog } from '#frontend/ui/dialogs/confirm-dialog.tsx';
import { ConflictPanel } from '#frontend/ui/dialogs/conflict-panel.tsx';
import { DialogLink } from '#frontend/ui/dialogs/dialog-link.tsx';
import { FormActions, FormDialog } from '#frontend/ui/dialogs/form-dialog.tsx';
import { LeaveDialog } from '#frontend/ui/dialogs/leave-dialog.tsx';
import { TextField } from '#frontend/ui/fields/field.tsx';
import { Panel } from '#frontend/ui/panel.tsx';
import { Quotation } from '#frontend/ui/quotation.tsx';
import { ReportButton } from '#frontend/ui/report-button.tsx';
import { lazyOverlay } from '#frontend/ui/states/lazy-overlay.tsx';
import { Opener, Row, Sample } from './sample.tsx';

const LateDialog = lazyOverlay<{ readonly onClose: () => void }>(async () => ({ default: Question }));
const MissingDialog = lazyOverlay<object>(() => Promise.reject(new Error('No connection')));

function Question({ onClose }: { readonly onClose: () => void }) {
  return (
    <AskDialog
      title="Which of the two stays?"
      onClose={onClose}
      actions={
        <>
          <Button variant="contained" onClick={onClose}>
            Keep both
          </Button>
          <Button color="inherit" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <p>A button for each outcome, named after what it does.</p>
    </AskDialog>
  );
}

/** A form dialog with one field. */
function NameDialog({ onClose, isPending }: { readonly onClose: () => void; readonly isPending?: boolean }) {
  return (
    <FormDialog
      title="Name the group"
      onClose={onClose}
      onSubmit={onClose}
      actions={<FormActions label="Found it" onClose={onClose} isPending={isPending ?? false} />}
    >
      <TextField label="Name" required helper="Up to 60 letters" />
    </FormDialog>
  );
}

/** A confirmation; by default for an irreversible action. */
function Confirmation({ onClose, ...states }: { readonly onClose: () => void } & Partial<Record<'isDestructive' | 'isPending', boolean>>) {
  return (
    <ConfirmDialog title="Delete the course?" act="Delete" onConfirm={onClose} onClose={onClose} {...states}>
      <p>Its lessons, notes and cards go with it.</p>
    </ConfirmDialog>
  );
}

function PanelOpener({ children }: { readonly children: ReactNode }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <Button variant="outlined" color="inherit" onClick={({ currentTarget }) => setAnchor(currentTarget)}>
        A panel
      </Button>
      {anchor && (
        <Panel label="A panel" anchor={anchor} onClose={() => setAnchor(null)}>
          {children}
        </Panel>
      )}
    </>
  );
}

/** Every dialog behind a button, and the panels that appear in the page instead of a dialog. */
export function DialogSamples() {
  return (
    <>
      <Sample title="Dialogs" aside="each behind its button; Escape closes it">
        <Row>
          <Opener label="A question">{(onClose) => <Question onClose={onClose} />}</Opener>
          <Opener label="A wide question">
            {(onClose) => (
              <AskDialog isWide title="Two versions" onClose={onClose} actions={<Button onClick={onClose}>Close</Button>}>
                <Quotation>What was written on Monday.</Quotation>
                <Quotation>What was written on Tuesday.</Quotation>
              </AskDialog>
            )}
          </Opener>
          <Opener label="A confirmation">{(onClose) => <Confirmation onClose={onClose} />}</Opener>
          <Opener label="One that can be undone">{(onClose) => <Confirmation isDestructive={false} onClose={onClose} />}</Opener>
          <Opener label="One under way">{(onClose) => <Confirmation isPending onClose={onClose} />}</Opener>
          <Opener label="One that failed">
            {(onClose) => (
              <ConfirmDialog
                title="Delete the course?"
                act="Delete"
                keep="Keep it"
                error="The course is being written."
                onConfirm={onClose}
                onClose={onClose}
              >
                <p>Its lessons, notes and cards go with it.</p>
              </ConfirmDialog>
            )}
          </Opener>
          <Opener label="A form">{(onClose) => <NameDialog onClose={onClose} />}</Opener>
          <Opener label="A form under way">{(onClose) => <NameDialog isPending onClose={onClose} />}</Opener>
          <Opener label="A long text">
            {(onClose) => (
              <FormDialog title="How it is counted" onClose={onClose} actions={<Button onClick={onClose}>Close</Button>}>
                {Array.from({ length: 24 }, (_, n) => (
                  <p key={n}>Its text scrolls, and its buttons stay in view.</p>
                ))}
              </FormDialog>
            )}
          </Opener>
          <Opener label="Unsaved changes">
            {(onClose) => (
              <LeaveDialog title="Your lesson is not saved" leave="Leave without it" onStay={onClose} onLeave={onClose}>
                What you wrote since 14:05 would be lost.
              </LeaveDialog>
            )}
          </Opener>
          <Opener label="One that loads late">{(onClose) => <LateDialog onClose={onClose} onMissing={onClose} />}</Opener>
          <Opener label="One that does not load">{(onClose) => <MissingDialog onMissing={onClose} />}</Opener>
          <PanelOpener>A menu of the header, at its button.</PanelOpener>
        </Row>
      </Sample>
      <Sample title="Buttons that open one" aside="at an address of its own, over the screens of the signed in; a report to the moderators">
        <Row>
          <DialogLink dialog="tokens" variant="outlined">
            Add tokens
          </DialogLink>
          <ReportButton type="post" id="00000000-0000-7000-8000-000000000000" about="the sample" />
        </Row>
      </Sample>
      <Sample title="New secret" aside="shown once">
        <NewSecret
          secret="tides-1f3a"
          said="Your key was created. It is shown only now."
          label="API key"
          helper="Store it where only you can read it"
          copy="Copy the key"
          onKept={() => undefined}
        />
      </Sample>
      <Sample title="Conflict panel" aside="in the page, not above it: both versions can be read">
        <ConflictPanel
          title="This lesson was saved elsewhere"
          text="Another tab saved it at 14:05, while you were writing here."
          theirs="Use the other version"
          onKeepMine={() => undefined}
          onTakeTheirs={() => undefined}
          acts={<Button>Compare</Button>}
        >
          <Quotation>The time and the height of high water.</Quotation>
        </ConflictPanel>
      </Sample>
    </>
  );
}
