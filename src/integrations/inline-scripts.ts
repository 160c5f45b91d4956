import { build } from 'vite';
import type { Plugin } from 'vite';

const QUERY = '?inline-script';

/** Bundles a module and its imports into one minified classic script. */
async function bundled(file: string) {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: { input: file, output: { format: 'iife' } },
    },
  });
  const [output] = Array.isArray(result) ? result : [result];
  const chunk = output && 'output' in output ? output.output[0] : undefined;
  if (chunk?.type !== 'chunk') throw new Error(`${file} could not be bundled`);
  return { code: chunk.code.trim(), modules: chunk.moduleIds };
}

/**
 * `import code from './module.ts?inline-script'`: the module's bundled code as text, for a script that
 * must run before the first paint and is therefore inlined in the page.
 */
export function inlineScripts(): Plugin {
  return {
    name: 'inline-scripts',
    enforce: 'pre',
    async load(id) {
      if (!id.endsWith(QUERY)) return null;
      const { code, modules } = await bundled(id.slice(0, -QUERY.length));
      for (const module of modules) this.addWatchFile(module);
      return `export default ${JSON.stringify(code)};`;
    },
  };
}
