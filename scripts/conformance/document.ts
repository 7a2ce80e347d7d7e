import { existsSync, readFileSync } from 'node:fs'
import { specifiedCalls as calls } from '#server/testing/specified-calls.ts'
import { pages } from './pages.ts'
import type { Row, Shown } from './row.ts'
import { sections } from './rows.ts'
import { isNamedBy, titlesIn } from './titles.ts'

/** Every row, with the section that it is of. */
export const rows: readonly Row[] = sections.flatMap(({ rows }) => rows)

/** Whether a test that is run has the title that a row names, the whole of it. */
const isThere = (root: string, [file, title]: Shown): boolean =>
  existsSync(`${root}/${file}`) && isNamedBy(title, titlesOf(`${root}/${file}`))

const read = new Map<string, readonly string[]>()

function titlesOf(path: string): readonly string[] {
  const titles = read.get(path) ?? titlesIn(readFileSync(path, 'utf8'))
  read.set(path, titles)
  return titles
}

/** Rows that name a test which is not there, that have neither a test nor what is missing, and numbers that stand twice. */
export function conformanceErrors(root: string): string[] {
  const seen = new Set<string>()
  return rows.flatMap(({ id, shown, open }) => {
    const twice = seen.has(id) ? [`${id}: stands twice`] : []
    seen.add(id)
    const missing = shown
      .filter((one) => !isThere(root, one))
      .map(([file, title]) => `${id}: no "${title}" in ${file}`)
    const bare =
      shown.length === 0 && open === undefined ? [`${id}: has no test, and says not what is open`] : []
    return [...twice, ...missing, ...bare]
  })
}

/** docs/conformance.md: each sentence of the specification and each ruling in our words, with the tests that show it. */
export function conformanceDocument(): string {
  const open = rows.filter((row) => row.open !== undefined)
  const line = ({ id, says, shown, open: missing }: Row) =>
    [
      `- **${id}** ${says}`,
      ...shown.map(([file, title]) => `  - "${title}" in \`${file}\``),
      ...(missing === undefined ? [] : [`  - **Open:** ${missing}`]),
    ].join('\n')
  return `# Conformance

The specification, sentence by sentence in our words, then the rulings that settle what it leaves open, with the tests that show
each. Made by \`node scripts/conformance.mjs\` from \`scripts/conformance/rows.ts\` and \`rulings.ts\`;
\`scripts/conformance/conformance.test.ts\` sees that each test is there by its whole title and is not skipped, that all ${calls.length} calls stand
in the contract with the method that the specification gives them, that all ${pages.length} pages are routes of the app, and that colors, layers,
time-outs and error numbers are those of the code. \`server/matrix/calls.behavior.pg.test.ts\` makes each of the ${calls.length} calls over
HTTP, as a form and as JSON, and looks at its answer.

${rows.length} sentences, ${open.length} of them open in part or whole: ${open.map(({ id }) => id).join(', ')}.

${sections.map(({ title, rows: of }) => `## ${title}\n\n${of.map(line).join('\n')}`).join('\n\n')}
`
}
