/**
 * The beginning of a test or of a group of them, up to its title. After `.each(...)` the title follows a closing bracket,
 * which may be lines after the word. A comment has none.
 */
const TITLE = /(?:^ *(?:test|it|describe|testOn\w+)[\w.]*|\))\(\s*(['"`])((?:(?!\1)[^\\]|\\.)*)\1\s*,/gm

/** The line by which one begins, for what its title does not say: how deep it is, what it is, and whether it is run. */
const BEGINNING = /^( *)(test|it|describe|testOn\w+)\b([\w.]*)/

const depthOf = (line: string): number | undefined => BEGINNING.exec(line)?.[1]?.length

/** The titles of the tests of a file that are run, each with those of its groups before it: `group > test`; `…` for what is filled in. */
export function titlesIn(source: string): string[] {
  /** What begins at each depth, as far as has been read. */
  const groups: { depth: number; title: string; isRun: boolean }[] = []
  return [...source.matchAll(TITLE)].flatMap((match) => {
    const before = source.slice(0, match.index + match[0].length).split('\n')
    const at = source.slice(0, match.index).split('\n').length - 1
    const depth = before[at]!.search(/\S|$/)
    const first = before.slice(0, at + 1).findLast((line) => depthOf(line) === depth)
    const [, , word, rest] = BEGINNING.exec(first ?? '') ?? []
    if (word === undefined) return []
    while (groups.length > 0 && groups.at(-1)!.depth >= depth) groups.pop()
    const title = match[2]!.replaceAll(/\\(.)/g, '$1').replaceAll(/\$\{[^}]*\}/g, '…')
    const isRun = !/\.(skip|todo)\b/.test(rest!) && groups.every((group) => group.isRun)
    if (word === 'describe') groups.push({ depth, title, isRun })
    const path = [...groups.map((group) => group.title), title].join(' > ')
    return word === 'describe' || !isRun ? [] : [path]
  })
}

/** Whether a title names one test: by itself, or with its groups where another has the same. */
export const isNamedBy = (title: string, titles: readonly string[]): boolean =>
  titles.filter((path) => path === title || path.endsWith(` > ${title}`)).length === 1
