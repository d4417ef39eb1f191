import type { Template } from '../mail-parts.ts';

/** `value` has passed `threshold`; `subject` is a queue or service, or '' for the whole installation. */
interface OperatorAlertData {
  readonly rule: string;
  readonly summary: string;
  readonly subject: string;
  readonly value: number;
  readonly threshold: number;
  readonly link: string;
}

/** Informs operators that an alert rule holds. */
export const operatorAlert: Template<OperatorAlertData> = ({ rule, summary, subject, value, threshold, link }) => ({
  subject: `Alert: ${rule}${subject === '' ? '' : ` (${subject})`}`,
  paragraphs: [
    summary,
    {
      rows: [
        ['Where', subject === '' ? 'the whole installation' : subject],
        ['Now', String(Math.round(value * 100) / 100)],
        ['Threshold', String(threshold)],
      ],
    },
    { label: 'Open the console', link },
  ],
});
