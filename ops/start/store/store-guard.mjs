// Where the system cannot end PostgreSQL together with the launcher (no setpriv), this small process does: its standard input closes when
// the launcher is gone, however it went. Arguments: the pid of the server.
const pid = Number(process.argv[2]);
process.stdin.on('close', () => {
  try {
    process.kill(pid, 'SIGINT');
  } catch {
    // It ended before us.
  }
});
process.stdin.resume();
