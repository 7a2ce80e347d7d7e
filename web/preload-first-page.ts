import type { Plugin, Rolldown } from 'vite'

/** What most first visits need beside the entry: home, and English. */
const FIRST = ['pages/index/index.tsx', 'texts/bundles/en.ts']

/**
 * Names the first page's parts in `index.html`, so that a browser asks for them together with the entry
 * and not one round trip later, when the entry has run.
 */
export function preloadFirstPage(): Plugin {
  return {
    name: 'preload-first-page',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        if (!bundle) return html
        const chunks = Object.values(bundle).filter(
          (file): file is Rolldown.OutputChunk => file.type === 'chunk',
        )
        const first = chunks.filter(({ facadeModuleId }) =>
          FIRST.some((path) => facadeModuleId?.endsWith(path)),
        )
        const files = withImports(
          first.map(({ fileName }) => fileName),
          chunks,
        )
        return [...files]
          .filter((file) => !html.includes(file))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'modulepreload', crossorigin: true, href: `./${file}` },
            injectTo: 'head' as const,
          }))
      },
    },
  }
}

/** The files, and all that they import, and all that those import. */
function withImports(files: readonly string[], chunks: readonly Rolldown.OutputChunk[]): Set<string> {
  const found = new Set(files)
  // A set hands out what is added while it is walked.
  for (const file of found) {
    for (const imported of chunks.find(({ fileName }) => fileName === file)?.imports ?? [])
      found.add(imported)
  }
  return found
}
