import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';

/** Prints what each part of the page weighs, so that a heavy addition is seen when it is made. */
function sizes(): Plugin {
  return {
    name: 'sizes',
    writeBundle(_, bundle) {
      const lines = Object.values(bundle)
        .filter((part) => /\.(js|css)$/.test(part.fileName))
        .map((part) => {
          const bytes = Buffer.from(part.type === 'chunk' ? part.code : part.source);
          return { name: part.fileName, size: bytes.length, packed: gzipSync(bytes).length };
        })
        .sort((a, b) => b.size - a.size)
        .map((f) => `  ${f.name}  ${(f.size / 1024).toFixed(0)} kB, gzip ${(f.packed / 1024).toFixed(0)} kB`);
      process.stdout.write(`page:\n${lines.join('\n')}\n`);
    },
  };
}

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: './',
  plugins: [react(), sizes()],
  build: {
    outDir: fileURLToPath(new URL('../../dist/web', import.meta.url)),
    emptyOutDir: true,
    chunkSizeWarningLimit: 1200,
    rollupOptions: {
      output: {
        manualChunks: (id: string) =>
          id.includes('maplibre-gl')
            ? 'map'
            : /node_modules\/(react|react-dom|scheduler|zustand)\//.test(id)
              ? 'frame'
              : undefined,
      },
    },
  },
});
