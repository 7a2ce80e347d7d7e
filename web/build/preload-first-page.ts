import type { Plugin, Rolldown } from 'vite'

/** What most first visits need beside the entry: home, and English. */
const FIRST = ['pages/index/index.tsx', 'texts/bundles/en.ts']

/** What a visit may need instead, by its name in the URL or the name of its language. */
const PART = /(?:\/web\/(pages\/.+)\.tsx|\/texts\/bundles\/(\w+)\.ts)$/

/**
 * Names the parts of pages in `index.html`, so that a browser asks for them together with the entry and not
 * one round trip later, when the entry has run: those of home for everybody, those of every other page and
 * language for `public/prerendered-hero.js`, which knows what the visitor wants to see.
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
        const parts = partsOf(chunks, files)
        return {
          html: html.replace(
            'prerendered-hero.js"',
            `prerendered-hero.js" data-parts='${JSON.stringify(parts)}'`,
          ),
          tags: [...files]
            .filter((file) => !html.includes(file))
            .map((file) => ({
              tag: 'link',
              attrs: { rel: 'modulepreload', crossorigin: true, href: `./${file}` },
              injectTo: 'head' as const,
            })),
        }
      },
    },
  }
}

/** The files that each page and each language needs beyond those that everybody loads. */
function partsOf(chunks: readonly Rolldown.OutputChunk[], known: ReadonlySet<string>) {
  const parts: Record<string, string[]> = {}
  for (const { facadeModuleId, fileName } of chunks) {
    const [, page, language] = PART.exec(facadeModuleId ?? '') ?? []
    const name = page ?? language
    const files = [...withImports([fileName], chunks)].filter((file) => !known.has(file))
    if (name && files.length > 0) parts[name] = files
  }
  return parts
}

/** The files, and all that they import, and all that those import. */
function withImports(files: readonly string[], chunks: readonly Rolldown.OutputChunk[]): Set<string> {
  const found = new Set(files)
  // Iterating a Set also visits entries added meanwhile.
  for (const file of found) {
    for (const imported of chunks.find(({ fileName }) => fileName === file)?.imports ?? [])
      found.add(imported)
  }
  return found
}
