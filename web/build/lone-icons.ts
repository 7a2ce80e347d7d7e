import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const WEB = join(import.meta.dirname, '..')
const ICON = /\/lucide-react\/dist\/esm\/icons\/([\w-]+)\.m?js$/

let lone: ReadonlySet<string> | undefined

/**
 * Whether a module is an icon that one file of the app alone uses: it belongs to that file's chunk. The package passes all
 * icons on from one module, so by the graph home would import every icon of every page.
 */
export function isLoneIcon(id: string): boolean {
  const icon = ICON.exec(id)?.[1]
  if (icon === undefined) return false
  lone ??= loneOf(readdirSync(WEB, { recursive: true, encoding: 'utf8' }))
  return lone.has(icon)
}

function loneOf(files: readonly string[]): ReadonlySet<string> {
  const uses = new Map<string, string[]>()
  for (const file of files.filter((name) => /\.tsx?$/.test(name)))
    for (const icon of iconsIn(readFileSync(join(WEB, file), 'utf8')))
      uses.set(icon, [...(uses.get(icon) ?? []), file])
  return new Set(
    [...uses].filter(([, users]) => users.length === 1 && isOwnPart(users[0]!)).map(([icon]) => icon),
  )
}

/** What pages share is in chunks that have budgets of their own, which are full: those icons stay where home's are. */
const isOwnPart = (file: string): boolean => /^(products[/\\]|app[/\\]side-products\.tsx$)/.test(file)

/** The files of the icons that a source imports. @example 'arrow-down-to-line' of `ArrowDownToLine` */
export function iconsIn(source: string): string[] {
  const imports = source.matchAll(/import\s*\{([^}]*)\}\s*from\s*'lucide-react'/g)
  return [...imports]
    .flatMap(([, list]) => list!.split(',').map((one) => one.trim()))
    .filter((name) => name !== '' && !name.startsWith('type '))
    .map((name) => kebab(name.split(' ')[0]!))
}

const kebab = (name: string): string =>
  name
    .replace(/([a-z])([A-Z0-9])/g, '$1-$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1-$2')
    .toLowerCase()
