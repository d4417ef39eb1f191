/** What looks like a secret, whole or masked as services repeat it (`sk-...xyz`, `sk-proj-****abcd`); what stays of it is the first group. */
const SECRETS: readonly RegExp[] = [
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
  // by how they begin
  /\b(?:sk|pk|rk|gsk|xai|hf|whsec|cwk|ghp|gho|glpat|xox[abprs])[-_][-_A-Za-z0-9.*•…]{4,}/g,
  /\b(?:AIza|AKIA|ya29\.)[-_A-Za-z0-9.*•…]{4,}/g,
  /\bkey[-_][-_A-Za-z0-9.*•…]{12,}/g,
  /\beyJ[\w-]{6,}\.[\w-]+(?:\.[\w-]*)?/g,
  // by what stands before them
  /((?:bearer|basic)\s+)(?=[^\s"',;]*[\d*•….])[^\s"',;]{6,}/gi,
  /((?:api[ _-]?key|token|secret|password|credentials?|authorization)(?: provided)?["']?\s*[:=]\s*["']?)(?=[^\s"',;]*(?:[\d*•…]|\.{3}))[^\s"',;)}]{4,}/gi,
  // by being masked
  /[\w-]*(?:\*{3,}|•{3,})[\w-]*/g,
  /\b[\w-]{2,}(?:\.{3,}|…)[\w-]{2,}/g,
  // by chance alone
  /\b(?=[A-Za-z]*\d)(?=[a-z\d]*[A-Z])(?=[A-Z\d]*[a-z])[A-Za-z\d]{32,}\b/g,
];

/**
 * Returns what a service or an error has said without whatever looks like a secret of ours: these words are stored, logged and shown to
 * operators, and a service may repeat what it was sent, or a part of it.
 */
export const withoutSecrets = (words: string): string =>
  SECRETS.reduce(
    (left, secret) => left.replaceAll(secret, (_, before: unknown) => `${typeof before === 'string' ? before : ''}[key]`),
    words,
  );
