/** The name of the TXT record that proves a domain. */
export const recordName = (domain: string): string => `_coursewright.${domain}`;

/** The value of the TXT record. @param row of a domain that was claimed here */
export const recordValue = ({ id, proof }: { readonly id: string; readonly proof: string | null }): string =>
  `coursewright-verification=${proof ?? id}`;
