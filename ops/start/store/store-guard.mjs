// Where the system cannot end PostgreSQL together with the launcher (no setpriv), this small process does: its standard input closes when the
// launcher exits for any reason. Argument: the pid of the server.
const pid = Number(process.argv[2]);
process.stdin.on('close', () => {
  try {
    process.kill(pid, 'SIGINT');
  } catch {
    // It has already exited.
  }
});
process.stdin.resume();
