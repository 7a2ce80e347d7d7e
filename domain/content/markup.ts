/**
 * What a published text means: paragraphs, headings, lists, strong words and links, and nothing else. There is no HTML on
 * the way: pages make elements of these blocks, and what is not understood stays the text that it is.
 */
export type Block =
  | { readonly kind: 'heading'; readonly level: 2 | 3; readonly spans: readonly Span[] }
  | { readonly kind: 'paragraph'; readonly spans: readonly Span[] }
  /** `start`: the first number; null of a list without numbers. */
  | { readonly kind: 'list'; readonly start: number | null; readonly items: readonly (readonly Span[])[] }

export interface Span {
  readonly text: string
  readonly isStrong?: true
  /** A page of the app, or a URL outside. */
  readonly to?: LinkTarget
}

export type LinkTarget =
  | { readonly kind: 'page'; readonly route: string; readonly query: string }
  | { readonly kind: 'web'; readonly url: string }

/** Longer marks are words: a search for the end of one looks no farther. */
const MARK = /\*\*([^*\n]{1,200})\*\*|\[([^[\]\n]{1,200})\]\(([^()\s]{1,300})\)/g
const PAGE = /^(pages\/\w+\/\w+)(?:\?([\w=&%.-]*))?$/
const ITEM = /^(?:-|(\d{1,2})\.) +/

/**
 * Reads a text.
 *
 * Blocks stand between empty lines: `# ` and `## ` begin headings, `- ` the items of a list, and `1. ` and `2. ` those of
 * one that counts up by one, from any number; all else is a paragraph. `**words**` are strong;
 * `[words](pages/common/faq)` and `[words](https://…)` are links.
 */
export const parseContent = (source: string): Block[] =>
  source
    .split(/\n[ \t]*\n/)
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .map(blockOf)

function blockOf(text: string): Block {
  const heading = /^(##?) +([^\n]+)$/.exec(text)
  if (heading) return { kind: 'heading', level: heading[1] === '#' ? 2 : 3, spans: spansOf(heading[2]!) }
  const lines = text.split('\n')
  const first = ITEM.exec(text)?.[1]
  const start = first === undefined ? null : Number(first)
  // Other numbers would be shown as numbers that nobody wrote.
  const isList = lines.every(
    (line, index) => ITEM.test(line) && line.startsWith(start === null ? '-' : `${start + index}.`),
  )
  if (isList) return { kind: 'list', start, items: lines.map((line) => spansOf(line.replace(ITEM, ''))) }
  return { kind: 'paragraph', spans: spansOf(text) }
}

function spansOf(text: string): Span[] {
  const spans: Span[] = []
  let end = 0
  for (const match of text.matchAll(MARK)) {
    const [whole, strong, words, target] = match
    const to = target === undefined ? undefined : targetOf(target)
    // A link that leads nowhere allowed stays as it was written.
    if (target !== undefined && !to) continue
    if (match.index > end) spans.push({ text: text.slice(end, match.index) })
    spans.push(strong === undefined ? { text: words!, to: to! } : { text: strong, isStrong: true })
    end = match.index + whole.length
  }
  if (end < text.length) spans.push({ text: text.slice(end) })
  return spans
}

function targetOf(target: string): LinkTarget | undefined {
  const [, route, query = ''] = PAGE.exec(target) ?? []
  if (route) return { kind: 'page', route, query }
  const url = webUrl(target)
  return url && { kind: 'web', url: url.href }
}

/** A URL outside that may be shown at all: https, without a user in it and without a port of its own. */
export function webUrl(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isPlain = url?.protocol === 'https:' && url.username === '' && url.password === '' && url.port === ''
  return isPlain ? url : undefined
}

/** A URL whose very host is one of these. */
export function allowedUrl(text: string, hosts: readonly string[]): URL | undefined {
  const url = webUrl(text)
  return url && hosts.includes(url.hostname) ? url : undefined
}

const HOST = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/

/** The hosts of a list, one a line; undefined where one is none. */
export function hostsIn(text: string): string[] | undefined {
  const hosts = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  return hosts.every((host) => HOST.test(host)) ? hosts : undefined
}

/** The words of a text alone, as far as `maximum` characters: for lists and searches. */
export function wordsIn(source: string, maximum = Infinity): string {
  const words = parseContent(source)
    .flatMap((block) => (block.kind === 'list' ? block.items : [block.spans]))
    .map((spans) => spans.map(({ text }) => text).join(''))
    .join(' ')
    .replaceAll('\n', ' ')
  const characters = [...words]
  return characters.length <= maximum
    ? words
    : `${characters
        .slice(0, maximum - 1)
        .join('')
        .trimEnd()}…`
}
