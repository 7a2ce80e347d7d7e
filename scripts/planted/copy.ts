import { execFileSync } from 'node:child_process'
import { copyFileSync, linkSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { PlantedBug } from './bugs.ts'

/** Every file of a checkout that is not ignored, by its path from there. */
function filesOf(root: string): string[] {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate']
  const deleted = execFileSync('git', ['ls-files', '-z', '--deleted'], { cwd: root, encoding: 'utf8' })
  const gone = new Set(deleted.split('\0'))
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
    .split('\0')
    .filter((path) => path !== '' && path !== 'node_modules' && !gone.has(path))
}

/** Copies a checkout into an empty folder: its files as hard links where that is possible, its packages as one link. */
export function copyTree(root: string, to: string): void {
  rmSync(to, { recursive: true, force: true })
  for (const path of filesOf(root)) {
    const target = join(to, path)
    mkdirSync(dirname(target), { recursive: true })
    try {
      linkSync(join(root, path), target)
    } catch {
      copyFileSync(join(root, path), target)
    }
  }
  symlinkSync(join(root, 'node_modules'), join(to, 'node_modules'), 'junction')
}

/**
 * The text of a file with a bug planted in it.
 *
 * Refuses: (by throwing) a text that the file does not have exactly once.
 */
export function withBug({ name, file, find, replace }: PlantedBug, text: string): string {
  const count = text.split(find).length - 1
  if (count !== 1) throw new Error(`${name}: its text is in ${file} ${count} times, not once: ${find}`)
  return text.replace(find, () => replace)
}

/** Plants a bug in a copy. The file is written anew, for a hard link would change the original. */
export function plant(bug: PlantedBug, copy: string): void {
  const path = join(copy, bug.file)
  const text = withBug(bug, readFileSync(path, 'utf8'))
  rmSync(path)
  writeFileSync(path, text)
}
