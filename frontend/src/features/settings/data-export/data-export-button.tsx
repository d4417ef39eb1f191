import Button from '@mui/material/Button';
import { dataExport, exportFileName } from '#contract/settings/data-export.contract.ts';
import { callForFile } from '#frontend/lib/api-client.ts';
import { errorText, failureText } from '#frontend/lib/api-error.ts';
import { dayOfUtc } from '#frontend/lib/calendar.ts';
import { saveFile } from '#frontend/lib/save-file.ts';
import { t } from '#frontend/lib/text.ts';
import { useAction } from '#frontend/lib/use-action.ts';
import { FormMessage } from '#frontend/ui/fields/form-message.tsx';
import { DeskSection } from '#frontend/ui/desk-section.tsx';

interface DataExportButtonProps {
  /** EXP-02: the settings show the reason of a failure; the account page only says that the export failed. */
  readonly namesReason: boolean;
}

/** Downloads all stored data of the user as a file (EXP-01, EXP-02). */
export function DataExportButton({ namesReason }: DataExportButtonProps) {
  const collect = useAction({
    mutationFn: () => callForFile(dataExport),
    onSuccess: ({ file, name }) => saveFile(file, name ?? exportFileName(dayOfUtc())),
  });
  const message = collect.error
    ? ({
        kind: 'error',
        text: namesReason
          ? t('Data export failed: {message}', { message: errorText(collect.error, t('Unknown error')) })
          : failureText(collect.error, t('Export failed')),
      } as const)
    : collect.data && ({ kind: 'info', text: t('Your data is in your downloads.') } as const);
  return (
    <>
      <Button variant="outlined" color="inherit" aria-busy={collect.isPending} onClick={() => collect.mutate()}>
        {collect.isPending ? t('Collecting your data') : t('Export my data')}
      </Button>
      <FormMessage message={message ?? null} />
    </>
  );
}

/** The data export, offered again beside the account deletion. */
export function DataExportSection() {
  return (
    <DeskSection title={t('Your data')} about={t('Download a copy of everything, especially before you delete the account.')}>
      <DataExportButton namesReason={false} />
    </DeskSection>
  );
}
