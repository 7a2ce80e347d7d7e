import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { secretSettings, withSecretFiles } from './secret-files.ts'
import { readSettings } from './settings.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plumb-secret-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** A file as `install -m 0400` makes it. */
function file(text: string, mode = 0o400): string {
  const path = join(folder, 'secret')
  writeFileSync(path, text, { flag: 'wx' })
  chmodSync(path, mode)
  return path
}

const DATABASE = 'postgres://plumb:s3cret@db.example/plumb'

test('a secret may be in a file, whose last line break is no part of it', () => {
  const path = file(`${DATABASE}\n`)
  expect(readSettings({ DATABASE_URL_FILE: path })).toMatchObject({ databaseUrl: DATABASE, warnings: [] })
})

test('a line break of Windows is none either, and a space is', () => {
  expect(withSecretFiles({ SMS_URL_FILE: file(' a \r\n') }).env.SMS_URL).toBe(' a ')
})

test('every secret may be in a file, those of chains as well, and nothing else changes', () => {
  const path = file('the value')
  const { env } = withSecretFiles({
    ...Object.fromEntries(secretSettings.map((name) => [`${name}_FILE`, path])),
    ...{ PORT: '80', PORT_FILE: path },
  })
  expect(secretSettings).toEqual(
    expect.arrayContaining([
      'DATABASE_URL',
      'DOCUMENT_KEY',
      'MAIL_URL',
      'MASSIVE_KEY',
      'SMS_URL',
      'TRON_XPUB',
    ]),
  )
  for (const name of secretSettings) expect(env[name]).toBe('the value')
  expect(env.PORT).toBe('80')
})

test('an empty name of a file is none, and an empty setting is none beside a file', () => {
  expect(readSettings({ DATABASE_URL_FILE: '', DATABASE_URL: DATABASE }).databaseUrl).toBe(DATABASE)
  expect(readSettings({ DATABASE_URL_FILE: file(DATABASE), DATABASE_URL: '' }).databaseUrl).toBe(DATABASE)
})

test('what a file holds is checked like the setting, and never said', () => {
  const path = file('mysql://plumb:s3cret@db.example/plumb')
  expect(() => readSettings({ DATABASE_URL_FILE: path })).toThrow(/^DATABASE_URL must be an address/)
  expect(() => readSettings({ DATABASE_URL_FILE: path })).not.toThrow(/s3cret/)
})

test.each([
  [
    'both are given',
    () => ({ MAIL_URL: 'smtp://a', MAIL_URL_FILE: file('smtp://b') }),
    /^MAIL_URL and MAIL_URL_FILE /,
  ],
  [
    'there is none',
    () => ({ MAIL_URL_FILE: join(folder, 'none') }),
    /^MAIL_URL_FILE must .*none": there is none$/,
  ],
  [
    'its folder is a file',
    () => ({ MAIL_URL_FILE: join(file('x'), 'none') }),
    /^MAIL_URL_FILE .*: there is none$/,
  ],
  ['it is a folder', () => ({ MAIL_URL_FILE: folder }), /^MAIL_URL_FILE must .*: it is a folder$/],
  [
    'it is a device',
    () => ({ MAIL_URL_FILE: '/dev/null' }),
    /^MAIL_URL_FILE must .*: it is no ordinary file$/,
  ],
  ['it is empty', () => ({ MAIL_URL_FILE: file('') }), /^MAIL_URL_FILE: the file ".*secret" is empty$/],
  ['it is a line break', () => ({ MAIL_URL_FILE: file('\n') }), /^MAIL_URL_FILE: the file ".*" is empty$/],
  ['it has two lines', () => ({ MAIL_URL_FILE: file('smtp://s3cret\n\n') }), /^MAIL_URL_FILE: .* one line/],
  [
    'it is too large',
    () => ({ MAIL_URL_FILE: file('a'.repeat(16_385)) }),
    /^MAIL_URL_FILE .*more than 16384 bytes$/,
  ],
  ['it leads to itself', () => ({ MAIL_URL_FILE: loop() }), /^MAIL_URL_FILE must .*: ELOOP$/],
])('a file is refused where %s, with one line that names the setting', (_, env, line) => {
  const given = env()
  expect(() => readSettings(given)).toThrow(line)
  expect(() => readSettings(given)).not.toThrow(/\n|s3cret/)
})

test.each([
  { DATABASE_URL_FILE: DATABASE },
  { MAIL_URL_FILE: '/smtp://user:s3cret@mail.example' },
  { DOCUMENT_KEY_FILE: 's3cret'.repeat(10) },
  { MASSIVE_KEY_FILE: 's3cret'.repeat(1_000) },
])('the value in the place of a file’s name is never said: %#', (env) => {
  const name = Object.keys(env)[0]!
  expect(() => readSettings(env)).toThrow(
    new RegExp(`^${name} must name a file that can be read, not what is given`),
  )
  expect(() => readSettings(env)).not.toThrow(/s3cret/)
})

function loop(): string {
  const path = join(folder, 'loop')
  symlinkSync(path, path)
  return path
}

test('a file that this user may not read is refused as such; root may read all', () => {
  const read = () => readSettings({ SMS_URL_FILE: file('http://a', 0) })
  if (process.getuid?.() === 0) expect(read()).toMatchObject({ smsUrl: 'http://a' })
  else expect(read).toThrow(/^SMS_URL_FILE .*may not read it$/)
})

test('a file that every user may read is taken with a warning that names it', () => {
  const path = file('http://gateway.example', 0o444)
  expect(readSettings({ SMS_URL_FILE: path })).toMatchObject({
    smsUrl: 'http://gateway.example',
    warnings: [`SMS_URL_FILE: every user of this machine may read ${path}: take that right away (chmod o=)`],
  })
  chmodSync(path, 0o440)
  expect(readSettings({ SMS_URL_FILE: path }).warnings).toEqual([])
})

test('a link to a file is followed, as a mounted secret is one', () => {
  const path = file('http://gateway.example')
  mkdirSync(join(folder, 'mounted'))
  symlinkSync(path, join(folder, 'mounted', 'link'))
  expect(readSettings({ SMS_URL_FILE: join(folder, 'mounted', 'link') }).smsUrl).toBe(
    'http://gateway.example',
  )
})
