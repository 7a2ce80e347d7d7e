import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Writes the types of the texts from their English files: `node scripts/texts.mjs` after changing one. Each
 * key is listed with the names of its parameters. A test fails while a list is out of date.
 */
const root = join(import.meta.dirname, '..')
const readTexts = (path) => JSON.parse(readFileSync(join(root, 'texts', path), 'utf8'))

/** What is generated: the path and the content of each file. */
export const generated = () => [
  { path: 'texts/app/keys.ts', content: keysFile('AppTexts', 'the app', areasOf('app')) },
  { path: 'texts/console/keys.ts', content: keysFile('ConsoleTexts', 'the console', areasOf('console')) },
  {
    path: 'texts/mails/keys.ts',
    content: keysFile('MailTexts', 'the mails', { mails: readTexts('mails/en.json') }),
  },
  {
    path: 'texts/notices/keys.ts',
    content: keysFile('NoticeTexts', 'the notices', { notices: readTexts('notices/en.json') }),
  },
  {
    path: 'texts/documents/keys.ts',
    content: keysFile('DocumentTexts', 'the documents', { documents: readTexts('documents/en.json') }),
  },
  {
    path: 'texts/terms/keys.ts',
    content: keysFile('TermTexts', 'announcements of terms', { terms: readTexts('terms/en.json') }),
  },
  { path: 'domain/refusal-codes.ts', content: refusalsFile(readTexts('refusals/en.json')) },
]

/** The English texts of each area of a folder. */
export const areasOf = (folder) =>
  Object.fromEntries(
    readdirSync(join(root, 'texts', folder), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => [name, readTexts(`${folder}/${name}/en.json`)]),
  )

/** The names in a text's braces, each once. */
export const parametersOf = (text) => [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))]

const HEAD = '// Written by scripts/texts.mjs from the English texts. Do not edit.\n\n'

function keysFile(name, whose, areas) {
  const parameters = new Map()
  for (const [area, texts] of Object.entries(areas)) {
    for (const [key, text] of Object.entries(texts)) {
      const stem = `${area}.${key.replace(/_(one|other)$/, '')}`
      // A plural form may leave its number out; the number still has to be given.
      const names = [...(parameters.get(stem) ?? []), ...parametersOf(text)]
      parameters.set(stem, key.endsWith('_other') || key.endsWith('_one') ? ['count', ...names] : names)
    }
  }
  const lines = [...parameters].map(([key, names]) => `  '${key}': ${union(names)}\n`)
  return `${HEAD}/** Every text of ${whose}, and the names of its parameters. */\nexport interface ${name} {\n${lines.join('')}}\n`
}

function refusalsFile(texts) {
  const lines = Object.entries(texts).map(([code, text]) => `  ${code}: ${union(parametersOf(text))}\n`)
  return `${HEAD}/** Every refusal the product can answer, and the names of its parameters. */\nexport interface RefusalTexts {\n${lines.join('')}}\n`
}

const union = (names) => [...new Set(names)].map((name) => `'${name}'`).join(' | ') || 'never'

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const { path, content } of generated()) {
    const file = join(root, path)
    if (existsSync(file) && readFileSync(file, 'utf8') === content) continue
    writeFileSync(file, content)
    console.log(`wrote ${path}`)
  }
}
