// Vite's development server on PORT, proxying to the api on API_PORT. It runs as a process of `npm run dev`.
import { createServer } from 'vite';

const server = await createServer({
  root: 'frontend',
  clearScreen: false,
  server: {
    host: process.env.BIND,
    port: Number(process.env.PORT),
    strictPort: true,
    proxy: { '/api': { target: `http://127.0.0.1:${process.env.API_PORT}` } },
  },
});
await server.listen();
process.once('SIGTERM', () => void server.close().finally(() => process.exit(0)));
