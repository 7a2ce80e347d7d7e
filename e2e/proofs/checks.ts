import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { build } from 'vite'
import type { SettledProof } from '#server/sim/week.ts'
import { temporaryFolder } from '#server/testing/workdir.ts'

/** Proofs checked from saved files: by the packed verifier in a process of its own, and by the app's module in a browser. */

const ROOT = join(import.meta.dirname, '../..')
const { packVerifier }: { packVerifier: (folder: string) => unknown } = await import(
  join(ROOT, 'scripts/verify-pack.mjs')
)
/** How many files go to the browser at once. */
const PAGE = 50

export type Named = Pick<SettledProof, 'file'>

/** Of each file whether it verifies, by the packed folder of the verifier: without a server, and without the project. */
export function verifiedAlone(proofs: readonly Named[]): boolean[] {
  const folder = temporaryFolder()
  packVerifier(folder)
  mkdirSync(join(folder, 'saved'))
  for (const [n, { file }] of proofs.entries())
    writeFileSync(join(folder, 'saved', `${n}.json`), JSON.stringify(file))
  const program = `
    import { readFileSync } from 'node:fs'
    import { verify } from './scripts/verify.mjs'
    const passes = (n) => {
      try { return verify(JSON.parse(readFileSync('saved/' + n + '.json', 'utf8'))).length > 0 } catch { return false }
    }
    console.log(JSON.stringify(Array.from({ length: ${proofs.length} }, (_, n) => passes(n))))`
  const args = ['--input-type=module', '-e', program]
  return JSON.parse(execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8', env: {} }))
}

/** The same by the module of the page Verify, in a page of a browser that is connected to nothing. */
export async function verifiedInBrowser(browser: Browser, proofs: readonly Named[]): Promise<boolean[]> {
  const context = await browser.newContext({ offline: true })
  const page = await context.newPage()
  verifyScript ??= verifyModule()
  await page.addScriptTag({ content: await verifyScript })
  const found: boolean[] = []
  for (let at = 0; at < proofs.length; at += PAGE) {
    const files = proofs.slice(at, at + PAGE).map(({ file }) => JSON.stringify(file))
    const passed = await page.evaluate((texts) => {
      const { runProof } = (globalThis as unknown as { plumb: { runProof(file: unknown): { ok: boolean } } })
        .plumb
      return texts.map((text) => runProof(JSON.parse(text)).ok)
    }, files)
    found.push(...passed)
  }
  await context.close()
  return found
}

/** Built once, for all parts of the proofs. */
let verifyScript: Promise<string> | undefined

/** What the page Verify loads to compute a proof again, as one script. */
async function verifyModule(): Promise<string> {
  const built = await build({
    ...{ root: ROOT, configFile: false, logLevel: 'error' },
    build: {
      ...{ write: false, minify: false, target: 'es2024' },
      lib: { entry: join(import.meta.dirname, 'page.ts'), name: 'plumb', formats: ['iife'] },
    },
  })
  const [{ output }] = (Array.isArray(built) ? built : [built]) as unknown as [{ output: [{ code: string }] }]
  return output[0].code
}
