import { INVESTMENT } from '#contract/billing/sales.contract.ts';
import { investorContact, whitePaper, WHITE_PAPER_FILE } from '#contract/investors/investors.contract.ts';
import type { Endpoint } from '#contract/platform/endpoint.ts';
import { navigateTo } from '#frontend/lib/leave-page.ts';
import { fileNameIn, saveFile } from '#frontend/lib/save-file.ts';
import { t } from '#frontend/lib/text.ts';

/**
 * Calls a public endpoint without a token (DL-05).
 * @throws Error with the server's `detail` as its message where it sent one
 */
export async function askPublic({ path }: Pick<Endpoint, 'path'>): Promise<Response> {
  const response = await fetch(path, { credentials: 'omit' });
  if (response.ok) return response;
  const problem = (await response.json().catch(() => null)) as { detail?: unknown } | null;
  throw new Error(typeof problem?.detail === 'string' ? problem.detail : '', { cause: response.status });
}

/** Downloads a whole file under the server's file name. @throws Error when it cannot be loaded */
export async function downloadPublic(endpoint: Pick<Endpoint, 'path'>, fallbackName: string): Promise<void> {
  const response = await askPublic(endpoint);
  const name = fileNameIn(response.headers.get('content-disposition'));
  saveFile(await response.blob(), name ?? fallbackName);
}

/**
 * Saves the white paper as an HTML file (DL-02). A failure is logged as specified (DL-04); the caller notifies the user (G12).
 * @returns whether it was saved
 */
export async function saveWhitePaper(): Promise<boolean> {
  try {
    const { success, content, filename } = await (await askPublic(whitePaper)).json();
    if (!success) throw new Error('the white paper was refused');
    saveFile(new Blob([content], { type: 'text/html' }), filename || WHITE_PAPER_FILE);
    return true;
  } catch (error) {
    console.error('White paper download failed', error);
    return false;
  }
}

/**
 * Opens a mail draft to the investors' contact address (INV-02); where the operator has named none, the form whose messages they find in the
 * console (A22).
 * @returns null, or why nothing opened
 */
export async function writeToInvestors(subject: string): Promise<string | null> {
  try {
    const { email } = await (await askPublic(investorContact)).json();
    navigateTo(email === null ? `/contact-sales?plan=${INVESTMENT}` : `mailto:${email}?subject=${encodeURIComponent(subject)}`);
    return null;
  } catch {
    return t('The address could not be fetched. Please try again.');
  }
}
