import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { markdownHtml } from './markdown.ts'
import { documentPage } from './reference.ts'

const DOCS = join(import.meta.dirname, '../../../docs')

/** The documents of the interface for traders' programs, calls and streams, as the page that the server offers. */
export async function exchangePage(title: string): Promise<string> {
  const files = await Promise.all(
    ['exchange-api.md', 'exchange-streams.md'].map((name) => readFile(join(DOCS, name), 'utf8')),
  )
  return documentPage(`${title} exchange API`, files.map(markdownHtml).join('\n'))
}
