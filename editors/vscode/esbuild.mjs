// Bundles the extension, the scripts and the style of its pages, and the tests.
import { build } from 'esbuild';

const common = { bundle: true, minify: true, logLevel: 'warning', target: 'es2023' };
const node = { ...common, platform: 'node', format: 'cjs', external: ['vscode', 'mocha'] };
await Promise.all([
  build({ ...node, entryPoints: ['src/extension.ts'], outfile: 'dist/extension.js' }),
  build({ ...common, entryPoints: ['panel/panel.ts', 'panel/chat.ts', 'panel/panel.css'], outdir: 'dist' }),
  build({ ...node, minify: false, entryPoints: ['test/suite/index.ts'], outfile: 'dist/test/index.js' }),
]);
