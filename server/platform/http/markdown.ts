import { safe } from './reference.ts'

/** The parts of Markdown that our own documents use, as markup: headings, paragraphs, code, tables and lists. */
export function markdownHtml(text: string): string {
  return text
    .split(/(^```\w*\n[\s\S]*?^```$)/m)
    .flatMap((part) => (part.startsWith('```') ? [codeBlock(part)] : part.split(/\n{2,}/).map(block)))
    .filter(Boolean)
    .join('\n')
}

const codeBlock = (part: string): string => `<pre>${safe(part.replace(/^```\w*\n|\n```$/g, ''))}</pre>`

function block(part: string): string {
  const text = part.trim()
  if (!text) return ''
  const heading = /^(#{1,4}) (.*)$/.exec(text)
  if (heading) {
    const [, marks, words] = heading
    const level = marks!.length
    return `<h${level} id="${words!.toLowerCase().replace(/\W+/g, '-')}">${inline(words!)}</h${level}>`
  }
  if (text.startsWith('|')) return table(text.split('\n'))
  if (text.startsWith('- ')) {
    const items = text.slice(2).split(/\n- /)
    return `<ul>${items.map((item) => `<li>${inline(item.replace(/\n\s+/g, '\n'))}</li>`).join('\n')}</ul>`
  }
  return `<p>${inline(text)}</p>`
}

function table([head, , ...rows]: readonly string[]): string {
  const cells = (row: string, name: string) =>
    row
      .replace(/^\||\|$/g, '')
      .split('|')
      .map((cell) => `<${name}>${inline(cell.trim())}</${name}>`)
      .join('')
  return `<table>${[cells(head!, 'th'), ...rows.map((row) => cells(row, 'td'))].map((row) => `<tr>${row}</tr>`).join('\n')}</table>`
}

/** Code first: what is in it is no mark. */
const inline = (text: string): string =>
  text
    .split(/(`[^`]+`)/)
    .map((part) =>
      part.startsWith('`') && part.length > 1
        ? `<code>${safe(part.slice(1, -1))}</code>`
        : safe(part).replace(/\*\*(.+?)\*\*/g, '<b>$1</b>'),
    )
    .join('')
