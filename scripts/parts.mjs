import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './environment.mjs'

const postgresHas = (file) =>
  existsSync('/usr/lib/postgresql') &&
  readdirSync('/usr/lib/postgresql').some((version) => existsSync(`/usr/lib/postgresql/${version}/${file}`))

/**
 * The real parts that tests need beyond npm: what each is, how it is found, how it is installed: by a package, or by a script
 * of ours. Without one that is optional the same tests run.
 */
export const parts = [
  {
    name: 'PostgreSQL',
    package: 'postgresql',
    for: 'database tests on a real server, and crash tests',
    isThere: () => postgresHas('bin/initdb'),
  },
  {
    name: 'Citus',
    script: join(root, '..', 'shared', 'engines', 'build-citus'),
    for: 'a history of the ledger that is on several machines',
    isThere: () => postgresHas('lib/citus.so'),
  },
  {
    name: 'Redis',
    package: 'redis-server',
    for: 'limits that several processes count together',
    isThere: () => existsSync('/usr/bin/redis-server'),
  },
  {
    name: 'Litecoin Core',
    package: 'litecoind',
    for: 'deposits on a real chain of its own',
    isThere: () => existsSync('/usr/bin/litecoind'),
  },
  {
    name: 'Chromium',
    package: 'chromium',
    for: 'end-to-end tests and accessibility',
    isThere: () => existsSync('/usr/bin/chromium'),
  },
  {
    name: 'Chromium without windows',
    package: 'chromium-headless-shell',
    for: 'the same in a fifth of the time of the processor',
    isThere: () => existsSync('/usr/lib/chromium/chromium-headless-shell'),
    isOptional: true,
  },
  {
    name: 'Latin fonts',
    package: 'fonts-liberation',
    for: 'pages in letters as wide as those of most devices; what else a machine has may be a fifth wider',
    isThere: () => existsSync('/usr/share/fonts/truetype/liberation/LiberationSans-Regular.ttf'),
  },
  {
    name: 'CJK fonts',
    package: 'fonts-noto-cjk',
    for: 'pages in Chinese, Japanese and Korean',
    isThere: () => existsSync('/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc'),
  },
]

/**
 * Installs the missing parts on Debian as root or by sudo; elsewhere it leaves them missing.
 *
 * Returns: the parts that are still missing.
 */
export function ensureParts(say) {
  const missing = () => parts.filter((part) => !part.isThere() && !part.isOptional)
  const wanted = parts.filter((part) => !part.isThere())
  if (wanted.length === 0 || !existsSync('/usr/bin/apt-get')) return missing()
  const isRoot = process.getuid?.() === 0
  if (!isRoot && spawnSync('sudo', ['-n', 'true']).status !== 0) return missing()
  const asRoot = (program, ...args) =>
    spawnSync(isRoot ? program : 'sudo', isRoot ? args : [program, ...args], {
      stdio: 'ignore',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  say(`installing ${wanted.map((part) => part.name).join(', ')}`)
  const install = (some) => {
    const packages = some.flatMap((part) => part.package ?? [])
    if (packages.length > 0) asRoot('apt-get', 'install', '-y', '-q', '--no-install-recommends', ...packages)
  }
  if (wanted.some((part) => part.package)) asRoot('apt-get', 'update', '-q')
  install(wanted.filter((part) => !part.isOptional))
  // By itself: where there is no such package nothing at all would be installed with it.
  install(wanted.filter((part) => part.isOptional))
  for (const { script } of wanted) if (script && existsSync(script)) asRoot('bash', script)
  return missing()
}
