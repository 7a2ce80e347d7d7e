import { type Threat, threats } from './rows.ts'

/** A test that names rows, and where it stands. */
export interface NamingTest {
  readonly rows: readonly string[]
  readonly title: string
  readonly file: string
}

/** The rows that a title begins with, as `T07: …` or `T20, T53: …`, and the rest of it. */
const NAMING = /(['"`])((?:T\d\d, )*T\d\d): (.+?)\1/g

/** The tests of a file that name rows. */
export const namingTests = (file: string, source: string): NamingTest[] =>
  [...source.matchAll(NAMING)].map(([, , rows, title]) => ({ rows: rows!.split(', '), title: title!, file }))

/** docs/threats.md: each row with its control, and the tests that name it. */
export function threatsDocument(tests: readonly NamingTest[]): string {
  const section = ({ id, attack, control, notDone, isOwn, after }: Threat) => {
    const naming = tests.filter(({ rows }) => rows.includes(id))
    const shown = naming.map(({ title, file }) => `- "${title}" in \`${file}\``)
    return [
      `## ${id}`,
      `${attack}.`,
      `**Control.** ${control}.`,
      ...(notDone ? [`**Not done.** ${notDone}.`] : []),
      ...(isOwn ? ['Not of the design: added here.'] : []),
      shown.join('\n') || `To come with ${after}.`,
    ].join('\n\n')
  }
  return `# Threats

Attacks that the design names, what answers each, and the tests that name its row. Made by \`node scripts/threats.mjs\` from
\`scripts/threats/rows.ts\` and the titles of the tests.

${threats.map(section).join('\n\n')}
`
}

/** Rows that no test names though nothing has to be built first, rows that need it no more, and tests of no row. */
export function threatErrors(tests: readonly NamingTest[], rows: readonly Threat[] = threats): string[] {
  const named = new Set(tests.flatMap((test) => test.rows))
  const known = new Set(rows.map(({ id }) => id))
  return [
    ...rows.filter(({ id, after }) => !after && !named.has(id)).map(({ id }) => `${id}: no test names it`),
    ...rows
      .filter(({ id, after }) => after && named.has(id))
      .map(({ id }) => `${id}: is tested, needs no "after"`),
    ...[...named].filter((id) => !known.has(id)).map((id) => `${id}: is no row`),
  ]
}
