import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Makes the fonts that documents are set in: `node scripts/document-fonts.mjs` after changing `texts/documents` or
 * `texts/app/statement_pages`. Noto Sans in
 * each script, with the glyphs of these texts only, so that a document embeds some kilobytes. They are kept in the
 * repository, and a test says when a glyph is missing: neither a build nor a server needs the packages, which have 270 MB.
 */
const root = join(import.meta.dirname, '..')
const target = join(root, 'server', 'products', 'loan', 'fonts')
const SUBSETTER = 'subset-font@2.9.0'

/** What each language is set in, and the package that has it. */
const fonts = {
  latin: {
    languages: ['en', 'xp', 'ydl'],
    name: 'noto-sans',
    version: '0.4.2',
    file: 'NotoSans_400Regular.ttf',
  },
  zh: { languages: ['zh'], name: 'noto-sans-sc', version: '0.4.3', file: 'NotoSansSC_400Regular.ttf' },
  hk: { languages: ['hk'], name: 'noto-sans-hk', version: '0.4.3', file: 'NotoSansHK_400Regular.ttf' },
  jp: { languages: ['jp'], name: 'noto-sans-jp', version: '0.4.3', file: 'NotoSansJP_400Regular.ttf' },
  kor: { languages: ['kor'], name: 'noto-sans-kr', version: '0.4.3', file: 'NotoSansKR_400Regular.ttf' },
}

/** Figures, dates, currencies and names beside the texts. */
const ascii = Array.from({ length: 95 }, (_, n) => String.fromCharCode(32 + n)).join('')

const textsOf = (file) => JSON.parse(readFileSync(join(root, 'texts', file), 'utf8'))

const folder = mkdtempSync(join(tmpdir(), 'document-fonts-'))
try {
  writeFileSync(join(folder, 'package.json'), '{"private":true}')
  const packages = Object.values(fonts).map(({ name, version }) => `@expo-google-fonts/${name}@${version}`)
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  execFileSync(npm, ['install', '--ignore-scripts', '--no-audit', ...packages, SUBSETTER], {
    cwd: folder,
    stdio: 'inherit',
  })
  const subsetFont = createRequire(join(folder, 'package.json'))('subset-font')
  mkdirSync(target, { recursive: true })
  for (const [key, { languages, name, file }] of Object.entries(fonts)) {
    const packageFolder = join(folder, 'node_modules', '@expo-google-fonts', name)
    // The kinds of booking are named as in the app.
    const texts = languages.flatMap((language) => [
      ...Object.values(textsOf(join('documents', `${language}.json`))),
      ...Object.entries(textsOf(join('app', 'statement_pages', `${language}.json`)))
        .filter(([key]) => key.startsWith('reason_'))
        .map(([, text]) => text),
    ])
    const whole = readFileSync(join(packageFolder, '400Regular', file))
    const bytes = await subsetFont(whole, `${ascii}${texts.join('')}`, { targetFormat: 'truetype' })
    writeFileSync(join(target, `${key}.ttf`), bytes)
    console.log(`${key}.ttf: ${bytes.length} bytes`)
  }
  // The same of all of Chinese, Japanese and Korean.
  for (const [name, as] of [
    ['noto-sans', 'LICENSE.txt'],
    ['noto-sans-sc', 'LICENSE-CJK.txt'],
  ]) {
    const licence = join(folder, 'node_modules', '@expo-google-fonts', name, 'LICENSE_FONT')
    writeFileSync(join(target, as), readFileSync(licence))
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
