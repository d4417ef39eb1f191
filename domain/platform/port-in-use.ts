/**
 * Returns the message for a process that cannot listen on its port: one line, without a stack.
 * @param ports by the name of the setting that chooses each
 * @returns null for any other error
 */
export function portInUse(error: unknown, ports: Readonly<Record<string, number>>): string | null {
  const { code, syscall, port } = error as { code?: string; syscall?: string; port?: number };
  if (syscall !== 'listen' || (code !== 'EADDRINUSE' && code !== 'EACCES')) return null;
  const name = Object.entries(ports).find(([, number]) => number === port)?.[0];
  const why = code === 'EADDRINUSE' ? 'is taken by another program' : 'needs more rights than this user has';
  return `port ${port} ${why}${name ? `; ${name} chooses another` : ''}`;
}
